import {
  duplicate,
  forbidden,
  invalid,
  notSupported,
  qualifiedNameProblems,
  required,
  type FieldPath,
} from '#apimachinery';
import type { TopologySpreadConstraint } from '../../objects/index.js';
import type { FieldReader } from '../../fields/index.js';

/** PodTopologySpreadArgs with defaults applied: constraints for pods that have none themselves. */
export interface PodTopologySpreadArgs {
  readonly defaultingType: 'System' | 'List';
  readonly defaultConstraints?: readonly TopologySpreadConstraint[];
}

const ACTIONS = ['DoNotSchedule', 'ScheduleAnyway'];

/** As kube-scheduler v1.34 ValidatePodTopologySpreadArgs. */
export function readPodTopologySpreadArgs(reader: FieldReader): PodTopologySpreadArgs {
  const type = reader.string('defaultingType') || 'System';
  const constraints = reader.list('defaultConstraints', readConstraint);
  if (type !== 'System' && type !== 'List')
    reader.report(notSupported(reader.at('defaultingType'), type, ['System', 'List']));
  if (type === 'System' && constraints.length > 0) {
    reader.report(invalid(reader.at('defaultingType'), type, 'when .defaultConstraints are not empty'));
  }
  constraints.forEach((constraint, index) => checkRepeated(reader, constraints.slice(0, index), { constraint, index }));
  return {
    defaultingType: type === 'List' ? 'List' : 'System',
    ...(constraints.length > 0 && { defaultConstraints: constraints }),
  };
}

function readConstraint(reader: FieldReader): TopologySpreadConstraint {
  const maxSkew = reader.integer('maxSkew') ?? 0;
  const topologyKey = reader.string('topologyKey') ?? '';
  const whenUnsatisfiable = reader.string('whenUnsatisfiable') ?? '';
  if (maxSkew <= 0) reader.report(invalid(reader.at('maxSkew'), maxSkew, 'not in valid range (0, inf)'));
  checkTopologyKey(reader, topologyKey, reader.at('topologyKey'));
  checkAction(reader, whenUnsatisfiable, reader.at('whenUnsatisfiable'));
  if (reader.has('labelSelector')) {
    reader.report(
      forbidden(reader.at('labelSelector'), 'constraint must not define a selector, as they deduced for each pod'),
    );
  }
  return { maxSkew, topologyKey, whenUnsatisfiable, ...optionalFields(reader) };
}

function optionalFields(reader: FieldReader): Partial<TopologySpreadConstraint> {
  const minDomains = reader.integer('minDomains');
  const nodeAffinityPolicy = reader.string('nodeAffinityPolicy');
  const nodeTaintsPolicy = reader.string('nodeTaintsPolicy');
  const matchLabelKeys = reader.strings('matchLabelKeys');
  return {
    ...(minDomains !== undefined && { minDomains }),
    ...(nodeAffinityPolicy !== undefined && { nodeAffinityPolicy }),
    ...(nodeTaintsPolicy !== undefined && { nodeTaintsPolicy }),
    ...(matchLabelKeys !== undefined && { matchLabelKeys }),
  };
}

function checkTopologyKey(reader: FieldReader, key: string, path: FieldPath): void {
  if (key === '') reader.report(required(path, 'can not be empty'));
  else for (const problem of qualifiedNameProblems(key)) reader.report(invalid(path, key, problem));
}

function checkAction(reader: FieldReader, action: string, path: FieldPath): void {
  if (action === '') reader.report(required(path, 'can not be empty'));
  else if (!ACTIONS.includes(action)) reader.report(notSupported(path, action, ACTIONS));
}

function checkRepeated(
  reader: FieldReader,
  earlier: readonly TopologySpreadConstraint[],
  { constraint, index }: { constraint: TopologySpreadConstraint; index: number },
): void {
  const { topologyKey, whenUnsatisfiable } = constraint;
  const repeated = earlier.some(
    (other) => other.topologyKey === topologyKey && other.whenUnsatisfiable === whenUnsatisfiable,
  );
  if (repeated)
    reader.report(duplicate(reader.at('defaultConstraints').index(index), `{${topologyKey}, ${whenUnsatisfiable}}`));
}
