import { ownField } from '#json';
import type { Pod } from '#kubernetes';
import { finishedAt, resumesAt } from './back-off.js';
import { judgeFailure } from './failure-policy.js';
import { hasIndex, indexesWith, readIndexes, type Indexes } from './indexes.js';
import { countIn, indexOf, isFailed, type Job } from './job.js';

const FAILURES = 'batch.kubernetes.io/job-index-failure-count';
const IGNORED = 'batch.kubernetes.io/job-index-ignored-failure-count';

/** The indexes that are given up: those that the status has, and those of pods that failed once too often. */
export function failedIndexes(job: Job, pods: readonly Pod[]): Indexes {
  const before = readIndexes(job.status?.failedIndexes ?? '', job.spec.completions ?? 0);
  return indexesWith(
    before,
    pods.flatMap((pod) => (givesUp(pod, job) ? (indexOf(pod) ?? []) : [])),
  );
}

/** // as kubernetes v1.34 isIndexFailed */
function givesUp(pod: Pod, job: Job): boolean {
  if (!isFailed(pod, job)) return false;
  const { counts, action } = judgeFailure(job.spec.podFailurePolicy, pod);
  return action === 'FailIndex' || (counts && failuresOf(pod) >= (job.spec.backoffLimitPerIndex ?? 0));
}

/**
 * Of each index that is to go on, the last pod that failed: the count of its failures goes over to the next one.
 * // as kubernetes v1.34 getPodsWithDelayedDeletionPerIndex
 */
export function delayedPods(job: Job, pods: readonly Pod[], settled: Indexes): ReadonlyMap<number, Pod> {
  const last = new Map<number, Pod>();
  for (const pod of pods) {
    const index = indexOf(pod);
    if (index === undefined || !isFailed(pod, job) || hasIndex(settled, index)) continue;
    const other = last.get(index);
    const isLater = other === undefined || (allOf(other) <= allOf(pod) && finishedAt(other) <= finishedAt(pod));
    if (isLater) last.set(index, pod);
  }
  return last;
}

/** When an index may have another pod, after this one has failed; milliseconds since 1970. */
export function indexResumesAt(failed: Pod | undefined): number {
  return failed === undefined ? -Infinity : resumesAt({ count: allOf(failed) + 1, lastAt: finishedAt(failed) });
}

/** What a new pod says of the failures of its index. // as addIndexFailureCountAnnotation */
export function failureAnnotations(job: Job, replaced: Pod | undefined): Readonly<Record<string, string>> {
  if (replaced === undefined) return { [FAILURES]: '0' };
  const { counts } = judgeFailure(job.spec.podFailurePolicy, replaced);
  const ignored = ignoredOf(replaced) + Number(!counts);
  return {
    [FAILURES]: String(failuresOf(replaced) + Number(counts)),
    ...(ignored > 0 && { [IGNORED]: String(ignored) }),
  };
}

function allOf(pod: Pod): number {
  return failuresOf(pod) + ignoredOf(pod);
}

function failuresOf({ metadata: { annotations } }: Pod): number {
  return countIn(ownField(annotations, FAILURES)) ?? 0;
}

function ignoredOf({ metadata: { annotations } }: Pod): number {
  return countIn(ownField(annotations, IGNORED)) ?? 0;
}
