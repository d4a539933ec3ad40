import type { Pod } from '#kubernetes';
import { conditionOf, sidecarStatusesOf } from '../../pods/index.js';

/** So long after its first failure a job makes no pods; twice as long after each further one. */
const FIRST_MS = 10_000;
const LONGEST_MS = 600_000;

/** What a job remembers of failures: how many there were since its last success, and when the last one was. */
export interface Failures {
  readonly count: number;
  /** Milliseconds since 1970; null where there was none. */
  readonly lastAt: number | null;
}

export const NO_FAILURES: Failures = { count: 0, lastAt: null };

interface Container {
  readonly state?: { readonly terminated?: { readonly finishedAt?: string } };
}

/** What is remembered when these pods have ended too. // as kubernetes v1.34 newBackoffRecord */
export function failuresAfter(before: Failures, succeeded: readonly Pod[], failed: readonly Pod[]): Failures {
  const failedAt = failed.map(finishedAt);
  if (succeeded.length === 0) {
    if (failed.length === 0) return before;
    return { count: before.count + failed.length, lastAt: Math.max(...failedAt) };
  }
  const lastSuccess = Math.max(...succeeded.map(finishedAt));
  const since = failedAt.filter((at) => at > lastSuccess);
  return since.length === 0 ? NO_FAILURES : { count: since.length, lastAt: Math.max(...since) };
}

/** When pods may be made again, in milliseconds since 1970. */
export function resumesAt({ count, lastAt }: Failures): number {
  if (count === 0 || lastAt === null) return -Infinity;
  return lastAt + Math.min(FIRST_MS * 2 ** (count - 1), LONGEST_MS);
}

/**
 * When a pod ended: the end of its last container, else since when it is not ready, else when it was deleted, else when
 * it was made. // as getFinishedTime
 */
export function finishedAt(pod: Pod): number {
  const { deletionTimestamp, deletionGracePeriodSeconds = 0, creationTimestamp = '' } = pod.metadata;
  const ready = conditionOf(pod, 'Ready');
  const unready = ready?.status === 'False' ? timeIn(ready.lastTransitionTime) : undefined;
  const deleted = timeIn(deletionTimestamp);
  return (
    containersFinishedAt(pod) ??
    unready ??
    (deleted === undefined ? undefined : deleted - deletionGracePeriodSeconds * 1_000) ??
    Date.parse(creationTimestamp)
  );
}

/**
 * The last end of all containers; sidecars end after the others, so theirs are enough where the others never ran.
 * // as getFinishTimeFromContainers
 */
function containersFinishedAt(pod: Pod): number | undefined {
  const { containerStatuses = [] } = (pod.status ?? {}) as { readonly containerStatuses?: readonly Container[] };
  const sidecars = sidecarStatusesOf(pod) as readonly Container[];
  const [own, last] = [lastEnd(containerStatuses), lastEnd(sidecars)];
  if (sidecars.length === 0) return own;
  return last === undefined ? undefined : Math.max(own ?? -Infinity, last);
}

/** Undefined where one has not ended, or there is none. // as latestFinishTime */
function lastEnd(containers: readonly Container[]): number | undefined {
  const times = containers.map(({ state }) => timeIn(state?.terminated?.finishedAt));
  return times.length === 0 || times.includes(undefined) ? undefined : Math.max(...(times as number[]));
}

function timeIn(text: string | undefined): number | undefined {
  const time = Date.parse(text ?? '');
  return Number.isNaN(time) ? undefined : time;
}
