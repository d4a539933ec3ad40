import { podUid } from '#scheduler';
import type { PastObject, ReplayedState } from '#state';
import { unschedulableOf } from '#transfer';
import { assumeBindings } from './assume-bindings.js';
import { ChosenNodes } from './chosen-nodes.js';
import { schedulerOf, type SeenPod } from './nearby-changes.js';

/**
 * Which pods wait for volumes. `shown`: those whose claims ask for volumes on a node, unless the pod failed since.
 * `possible`: also those that failed since, and may have been tried again, which nothing shows; and those whose claims
 * have volumes of one node, for a scheduler looks once a second whether they are bound.
 */
export type Awaiting = 'shown' | 'possible';

/** A scheduler, the pod that it decides on, and which others wait. */
interface Deciding {
  readonly by: string;
  readonly uid: string;
  readonly awaiting: Awaiting;
}

/** What is assumed beside pods that wait for volumes. */
interface Assuming extends Omit<Deciding, 'awaiting'> {
  readonly bound: readonly SeenPod[];
  readonly at: string;
}

/**
 * Adds the pods that wait for their volumes, but for those that are added as bound; answers how many. Those that may
 * wait are added where they are more than those that are shown to: by their number a replay tells them apart.
 */
export function assumeAwaiting(replayed: ReplayedState, deciding: Assuming & Pick<Deciding, 'awaiting'>): number {
  const pods = othersAwaiting(replayed, deciding);
  const shown = deciding.awaiting === 'shown' ? [] : othersAwaiting(replayed, { ...deciding, awaiting: 'shown' });
  if (shown.length > 0 && pods.length <= shown.length) return 0;
  assumeBindings(replayed, pods, deciding.at);
  return pods.length;
}

/** Adds them again as a decision counted them. */
export function assumeAsCounted(replayed: ReplayedState, deciding: Assuming, count: number): void {
  const shown = othersAwaiting(replayed, { ...deciding, awaiting: 'shown' });
  const pods = shown.length === count ? shown : othersAwaiting(replayed, { ...deciding, awaiting: 'possible' });
  assumeBindings(replayed, pods, deciding.at);
}

function othersAwaiting(
  replayed: ReplayedState,
  { bound, ...deciding }: Assuming & Pick<Deciding, 'awaiting'>,
): readonly SeenPod[] {
  const added = new Set(bound.map(podUid));
  return podsAwaitingVolumes(replayed, deciding).filter((pod) => !added.has(podUid(pod)));
}

/**
 * The pods that wait on the node that a scheduler chose for them until their claims are bound. It has assumed them
 * there and binds them afterwards, up to ten minutes later (kube-scheduler v1.34 VolumeBinding PreBind): they take room
 * while the API shows them without a node. Each is given with that node.
 */
export function podsAwaitingVolumes(replayed: ReplayedState, { by, uid, awaiting }: Deciding): SeenPod[] {
  const { state, past } = replayed;
  if ((state.snapshot.objects.persistentVolumeClaims ?? []).length === 0) return [];
  const chosen = new ChosenNodes(replayed);
  return past.ofKind('Pod').flatMap((found) => {
    if (found.uid === uid || found.placement.node !== null || found.placement.finished) return [];
    const pod = found.stored().object as SeenPod;
    if (schedulerOf(pod) !== by || pod.metadata['deletionTimestamp']) return [];
    const node = nodeOf(found, pod, { chosen, awaiting });
    return node === undefined || state.snapshot.rowOf(node) === undefined
      ? []
      : { ...pod, spec: { ...pod.spec, nodeName: node } };
  });
}

/** The node of all choices for a pod. */
function nodeOf(
  { resourceVersion }: PastObject,
  pod: SeenPod,
  { chosen, awaiting }: { readonly chosen: ChosenNodes; readonly awaiting: Awaiting },
): string | undefined {
  const all = chosen.ofPod(pod);
  const [choices, hasFailed] = [all.filter(({ shownBy }) => shownBy === 'claim'), unschedulableOf(pod) !== undefined];
  // What the pod says of a failure may be of an attempt before the one that chose the node.
  const isNewer = ({ position }: { readonly position: bigint }): boolean => position > resourceVersion;
  if (awaiting === 'shown') return hasFailed && !choices.every(isNewer) ? undefined : onlyOf(choices);
  return onlyOf(all.filter((choice) => choice.shownBy !== 'bound' || isNewer(choice)));
}

function onlyOf(choices: readonly { readonly node: string }[]): string | undefined {
  const [node, ...others] = new Set(choices.map((choice) => choice.node));
  return others.length === 0 ? node : undefined;
}
