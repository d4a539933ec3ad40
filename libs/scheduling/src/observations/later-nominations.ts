import type { ObservedDecision } from '#audit';
import type { Transaction } from '#database';
import { placedPod, podUid } from '#scheduler';
import type { ReplayedState } from '#state';
import { hasEnded, nominatedNodeOf, schedulerOf, type NearbyChanges, type SeenPod } from './nearby-changes.js';

/** A decision, and how it is found in the log. */
interface SeenAttempt extends Pick<ObservedDecision, 'by' | 'position'> {
  readonly changes: NearbyChanges;
  /** The last position of the log. */
  readonly head: bigint;
  /** Of its pod. */
  readonly uid: string;
  /** What is seen later is none of them; without it, nothing is left out for that. */
  readonly until?: Date;
}

/** A pod that comes to have a node in view, or none. */
interface LaterNomination {
  readonly pod: SeenPod;
  readonly node: string;
}

/**
 * Nominations that a scheduler makes and drops and that are seen after a state, in the order of the log: it knows its
 * own before the API server has them, as kube-scheduler v1.34 does (handleSchedulingFailure), and binds other pods
 * meanwhile. They are of pods that wait in the state.
 */
export async function laterNominations(
  tx: Transaction,
  { past }: ReplayedState,
  { changes, head, by, position, uid, until }: SeenAttempt,
): Promise<readonly LaterNomination[]> {
  const decided = BigInt(position);
  const nodes = new Map<string, string>();
  const found: LaterNomination[] = [];
  for (const { pod, at } of await changes.after(tx, { position: past.position, decided, head })) {
    if (until !== undefined && (at === null || at > until)) break;
    if (pod === undefined || pod.spec?.nodeName || hasEnded(pod) || schedulerOf(pod) !== by) continue;
    const waiting = past.get('Pod', pod.metadata.namespace ?? '', pod.metadata.name);
    const key = podUid(pod);
    if (key === uid || waiting?.uid !== key || waiting.placement.node !== null) continue;
    const node = nominatedNodeOf(pod);
    if (node === (nodes.get(key) ?? nominatedNodeOf(waiting.stored().object))) continue;
    nodes.set(key, node);
    found.push({ pod, node });
  }
  return found;
}

/** Adds them to the state. */
export function assumeNominations(
  { state: { snapshot } }: ReplayedState,
  nominations: readonly LaterNomination[],
  at: string,
): void {
  for (const { pod, node } of nominations)
    if (node === '') snapshot.nominations.remove(podUid(pod));
    else snapshot.nominations.add(placedPod(pod, at), node);
}
