import type { Decision } from '#audit';
import type { StoredObservation } from './observation.queries.js';
import type { SeenDecision } from '../runs/index.js';

/** A condition and an Event of one attempt say the same within this time. */
const SAME_ATTEMPT_MS = 10_000;

/** What is compared of a failure that was seen. */
export type ReportedFailure = Pick<SeenDecision, 'message' | 'at' | 'nominatedNode'>;

/** The pods for which a scheduler found no node. */
export function failedPods(observations: readonly StoredObservation[]): StoredObservation['pod'][] {
  const pods = new Map(observations.flatMap(({ kind, pod }) => (kind === 'failed' ? [[pod.uid, pod] as const] : [])));
  return [...pods.values()];
}

/** What a decision reports of a failure, by its pod's uid. */
export function reportedFailure(
  { outcome, message, nominatedNode, observed }: Decision,
  uid: string,
): (readonly [string, ReportedFailure])[] {
  return outcome === 'pending' && observed !== undefined ? [[uid, { message, nominatedNode, at: observed.at }]] : [];
}

/** An Event does not say to which node a pod is nominated: that is said by the pod, and is a decision of its own. */
export function isReported(
  reported: ReportedFailure | undefined,
  { message, at, nominatedNode }: SeenDecision,
): boolean {
  if (reported?.message !== message || (nominatedNode !== null && nominatedNode !== reported.nominatedNode))
    return false;
  return Math.abs(Date.parse(reported.at) - Date.parse(at)) < SAME_ATTEMPT_MS;
}
