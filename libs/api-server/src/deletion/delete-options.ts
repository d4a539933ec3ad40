import { shownValue, type FieldProblem } from '#apimachinery';

/** What becomes of the dependants of an object that is deleted. */
export type PropagationPolicy = 'Orphan' | 'Background' | 'Foreground';

/** metav1.DeleteOptions, without its preconditions. */
export interface DeleteOptions {
  /** How long a pod has for its end, in seconds; absent: as its spec says. Less than 0 counts as 1. */
  readonly gracePeriodSeconds?: number;
  readonly propagationPolicy?: string;
  /** The older form of the policies Orphan and Background. */
  readonly orphanDependents?: boolean;
  /** `All`: the deletion is a dry run. */
  readonly dryRun?: readonly string[];
}

const POLICIES: readonly string[] = ['Foreground', 'Background', 'Orphan'];

/** What is wrong with the options. // as apimachinery v1.34 ValidateDeleteOptions */
export function deleteOptionsProblems({ dryRun = [], ...options }: DeleteOptions): FieldProblem[] {
  const message = `Unsupported value: ${shownValue(dryRun)}: supported values: "All"`;
  return [
    ...policyProblems(options),
    ...(dryRun.every((one) => one === 'All')
      ? []
      : [{ field: 'dryRun', reason: 'FieldValueNotSupported' as const, message }]),
  ];
}

function policyProblems({ propagationPolicy: policy, orphanDependents }: DeleteOptions): FieldProblem[] {
  if (policy === undefined) return [];
  const field = 'propagationPolicy';
  const both = `Invalid value: ${shownValue(policy)}: orphanDependents and deletionPropagation cannot be both set`;
  const supported = [...POLICIES, 'nil'].map((one) => shownValue(one)).join(', ');
  return [
    ...(orphanDependents === undefined ? [] : [{ field, reason: 'FieldValueInvalid' as const, message: both }]),
    ...(POLICIES.includes(policy)
      ? []
      : [
          {
            field,
            reason: 'FieldValueNotSupported' as const,
            message: `Unsupported value: ${shownValue(policy)}: supported values: ${supported}`,
          },
        ]),
  ];
}
