import type { Pod } from '#kubernetes';

/** batch/v1 PodFailurePolicy: what a pod that failed means for its job. */
export interface PodFailurePolicy {
  readonly rules?: readonly FailureRule[];
}

interface FailureRule {
  readonly action?: string;
  readonly onExitCodes?: ExitCodes;
  readonly onPodConditions?: readonly { readonly type?: string; readonly status?: string }[];
}

interface ExitCodes {
  readonly containerName?: string;
  readonly operator?: string;
  readonly values?: readonly number[];
}

interface EndedContainer {
  readonly name?: string;
  readonly state?: { readonly terminated?: { readonly exitCode?: number } };
}

/** What a policy says of a failed pod. */
export interface FailureAnswer {
  /** Whether the failure counts towards the limit. */
  readonly counts: boolean;
  readonly action?: string;
  /** Why the job fails, where it does. */
  readonly failsJob?: string;
}

/** The first rule that matches has its say; without one the failure counts. // as v1.34 matchPodFailurePolicy */
export function judgeFailure(policy: PodFailurePolicy | undefined, pod: Pod): FailureAnswer {
  for (const [index, rule] of (policy?.rules ?? []).entries()) {
    const matched = matchOf(rule, pod);
    if (matched === undefined) continue;
    const { action = '' } = rule;
    if (action === 'FailJob')
      return { counts: true, action, failsJob: `${matched} matching FailJob rule at index ${index}` };
    return { counts: action !== 'Ignore', action };
  }
  return { counts: true };
}

/** What of a pod a rule matches, in words; undefined where it matches nothing. */
function matchOf({ onExitCodes, onPodConditions = [] }: FailureRule, pod: Pod): string | undefined {
  const { namespace = '', name } = pod.metadata;
  if (onExitCodes !== undefined) {
    const { containerStatuses = [], initContainerStatuses = [] } = (pod.status ?? {}) as {
      readonly containerStatuses?: readonly EndedContainer[];
      readonly initContainerStatuses?: readonly EndedContainer[];
    };
    const ended = [...containerStatuses, ...initContainerStatuses].find((one) => matchesCode(one, onExitCodes));
    if (ended === undefined) return undefined;
    const code = ended.state?.terminated?.exitCode ?? 0;
    return `Container ${ended.name ?? ''} for pod ${namespace}/${name} failed with exit code ${code}`;
  }
  const conditions = pod.status?.conditions ?? [];
  const found = conditions.find(({ type, status }) =>
    onPodConditions.some((pattern) => pattern.type === type && pattern.status === status),
  );
  return found && `Pod ${namespace}/${name} has condition ${found.type}`;
}

function matchesCode({ name, state }: EndedContainer, { containerName, operator, values = [] }: ExitCodes): boolean {
  const code = state?.terminated?.exitCode ?? 0;
  if (code === 0 || (containerName !== undefined && containerName !== name)) return false;
  return operator === 'In' ? values.includes(code) : operator === 'NotIn' && !values.includes(code);
}
