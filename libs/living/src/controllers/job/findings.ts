import type { Pod } from '#kubernetes';
import { isActive, isReady } from '../../pods/index.js';
import { uidOf } from '../../state/index.js';
import { failuresAfter, type Failures } from './back-off.js';
import { judgeFailure } from './failure-policy.js';
import { indexesWith, readIndexes, totalOf, unionOf, type Indexes } from './indexes.js';
import { indexOf, isFailed, isIndexed, isTerminating, isTracked, validIndexOf, type Job } from './job.js';
import { delayedPods, failedIndexes } from './per-index.js';

/** What a look finds of a job and its pods. */
export interface Findings {
  /** Of an indexed job, by index. */
  readonly pods: readonly Pod[];
  readonly active: readonly Pod[];
  readonly ready: number;
  readonly terminating: number;
  /** How many have succeeded, counted or not. */
  readonly succeeded: number;
  /** How many failures count towards the limit. */
  readonly failed: number;
  readonly failures: Failures;
  readonly indexes?: FoundIndexes;
}

/** The indexes of an indexed job. */
export interface FoundIndexes {
  /** Those that the status has as completed. */
  readonly before: Indexes;
  readonly succeeded: Indexes;
  /** Of a job that limits failures by index. */
  readonly failed?: Indexes;
  /** Failed pods that stay until their index has another one, which goes on with their count, by index. */
  readonly delayed: ReadonlyMap<number, Pod>;
}

/** // as kubernetes v1.34 syncJob */
export function findingsOf(job: Job, given: readonly Pod[], before: Failures): Findings {
  const pods = isIndexed(job) ? [...given].sort((a, b) => (indexOf(a) ?? -1) - (indexOf(b) ?? -1)) : given;
  const active = pods.filter(isActive);
  const { succeeded: goodUids = [], failed: badUids = [] } = job.status?.uncountedTerminatedPods ?? {};
  const fresh = pods.filter((pod) => isTracked(pod) && (!isIndexed(job) || validIndexOf(pod, job) !== undefined));
  const good = fresh.filter((pod) => pod.status?.phase === 'Succeeded' && !goodUids.includes(uidOf(pod)));
  const bad = fresh.filter((pod) => isFailed(pod, job) && !badUids.includes(uidOf(pod)));
  const counted = bad.filter((pod) => judgeFailure(job.spec.podFailurePolicy, pod).counts);
  const indexes = isIndexed(job) ? indexesOf(job, fresh, active) : undefined;
  return {
    pods,
    active,
    ready: active.filter(isReady).length,
    terminating: pods.filter(isTerminating).length,
    succeeded:
      indexes === undefined ? (job.status?.succeeded ?? 0) + good.length + goodUids.length : totalOf(indexes.succeeded),
    failed: (job.status?.failed ?? 0) + counted.length + badUids.length,
    failures: failuresAfter(before, good, bad),
    ...(indexes && { indexes }),
  };
}

function indexesOf(job: Job, fresh: readonly Pod[], active: readonly Pod[]): FoundIndexes {
  const { completions = 0, backoffLimitPerIndex } = job.spec;
  const before = readIndexes(job.status?.completedIndexes ?? '', completions);
  const good = fresh.filter(({ status }) => status?.phase === 'Succeeded');
  const succeeded = indexesWith(before, indexesAmong(good));
  if (backoffLimitPerIndex === undefined) return { before, succeeded, delayed: new Map() };
  const failed = failedIndexes(job, fresh);
  const settled = indexesWith(unionOf(succeeded, failed), indexesAmong(active));
  return { before, succeeded, failed, delayed: delayedPods(job, fresh, settled) };
}

/** The indexes that pods complete. */
export function indexesAmong(pods: readonly Pod[]): number[] {
  return pods.flatMap((pod) => indexOf(pod) ?? []);
}
