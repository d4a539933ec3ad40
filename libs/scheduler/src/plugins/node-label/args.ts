import type { FieldReader } from '../../fields/index.js';

/** NodeLabelArgs with defaults applied: keys of labels. */
export interface NodeLabelArgs {
  readonly presentLabels: readonly string[];
  readonly absentLabels: readonly string[];
  readonly presentLabelsPreference: readonly string[];
  readonly absentLabelsPreference: readonly string[];
}

/** As kube-scheduler v1.20 ValidateNodeLabelArgs. */
export function readNodeLabelArgs(reader: FieldReader): NodeLabelArgs {
  const read = (field: string): readonly string[] => reader.strings(field) ?? [];
  const args = {
    presentLabels: read('presentLabels'),
    absentLabels: read('absentLabels'),
    presentLabelsPreference: read('presentLabelsPreference'),
    absentLabelsPreference: read('absentLabelsPreference'),
  };
  checkConflict(reader, 'absentLabels', { present: args.presentLabels, absent: args.absentLabels });
  checkConflict(reader, 'absentLabelsPreference', {
    present: args.presentLabelsPreference,
    absent: args.absentLabelsPreference,
  });
  return args;
}

function checkConflict(
  reader: FieldReader,
  field: string,
  { present, absent }: { readonly present: readonly string[]; readonly absent: readonly string[] },
): void {
  const both = absent.findIndex((label) => present.includes(label));
  if (both < 0) return;
  const lists = `both the present([${present.join(' ')}]) and absent([${absent.join(' ')}]) label list`;
  reader.report({
    field: reader.at(field).index(both).toString(),
    reason: 'FieldValueInvalid',
    message: `detecting at least one label (e.g., ${JSON.stringify(absent[both])}) that exist in ${lists}`,
  });
}
