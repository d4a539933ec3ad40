import type { ObservedDecision } from '#audit';
import type { Transaction } from '#database';
import { placedPod, podUid, type Pod } from '#scheduler';
import type { ReplayedState } from '#state';
import { hasEnded, schedulerOf, type NearbyChanges, type SeenPod } from './nearby-changes.js';

/** A decision, and how it is found in the log. */
interface SeenBinding extends Pick<ObservedDecision, 'by' | 'position'> {
  readonly changes: NearbyChanges;
  /** The last position of the log. */
  readonly head: bigint;
  /** Of its pod. */
  readonly uid: string;
  /** So many that are seen after it are wanted, at most. */
  readonly later: number;
  /** Bindings that are seen later are none of them; without it, none are left out for that. */
  readonly until?: Date;
}

/** Bindings of a scheduler that are seen after a state, in the order of the log. */
export interface LaterBindings {
  readonly pods: readonly SeenPod[];
  /** So many of them are seen before the decision. */
  readonly before: number;
}

/**
 * What a scheduler bound that is seen after a state: it knows its own bindings before it sees them, as kube-scheduler
 * v1.34 does (AssumePod), and makes one while it decides on the next pod, so that the order in which they are seen is
 * not that of its decisions. They are of pods that wait in the state, on nodes that are there.
 */
export async function laterBindings(
  tx: Transaction,
  { state: { snapshot }, past }: ReplayedState,
  { changes, head, by, position, uid, until, later }: SeenBinding,
): Promise<LaterBindings> {
  const decided = BigInt(position);
  const bound = new Map<string, SeenPod>();
  let before = 0;
  for (const change of await changes.after(tx, { position: past.position, decided, head })) {
    const { pod, position: seenAt, at } = change;
    if (seenAt > decided && bound.size - before >= later) break;
    if (pod === undefined) continue;
    if (seenAt > decided && until !== undefined && (at === null || at > until)) break;
    const key = podUid(pod);
    const counts = key !== uid && !bound.has(key) && snapshot.rowOf(pod.spec?.nodeName ?? '') !== undefined;
    if (!counts || !isBoundBy(pod, by) || !isPendingIn(past, pod)) continue;
    bound.set(key, pod);
    if (seenAt < decided) before += 1;
  }
  return { pods: [...bound.values()], before };
}

/** Adds them to the state. */
export function assumeBindings({ state: { snapshot } }: ReplayedState, pods: readonly Pod[], at: string): void {
  for (const pod of pods) {
    const row = snapshot.rowOf(pod.spec?.nodeName ?? '');
    if (row === undefined) continue;
    snapshot.addPod(placedPod(pod, at), row);
    snapshot.nominations.remove(podUid(pod));
  }
}

function isBoundBy(pod: Pod, by: string): boolean {
  return Boolean(pod.spec?.nodeName) && schedulerOf(pod) === by && !hasEnded(pod);
}

/** A pod that is there under its name and waits, or is not there yet and came to wait. */
function isPendingIn(past: ReplayedState['past'], { metadata }: SeenPod): boolean {
  const found = past.get('Pod', metadata.namespace ?? '', metadata.name);
  return found !== undefined && found.uid === metadata.uid
    ? found.placement.node === null
    : metadata['ownerReferences'] === undefined || !isOfNode(metadata);
}

/** What a kubelet shows of a pod of its own was placed by no scheduler. */
function isOfNode({ ownerReferences }: SeenPod['metadata'] & { readonly ownerReferences?: unknown }): boolean {
  return (ownerReferences as readonly { readonly kind?: string }[]).some(({ kind }) => kind === 'Node');
}
