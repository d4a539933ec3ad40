import { unschedulableOf } from '#cluster';
import { claimOf, podUid, SELECTED_NODE, type PersistentVolumeClaim } from '#scheduler';
import type { PastObject, ReplayedState } from '#state';
import { assumeBindings } from './assume-bindings.js';
import { schedulerOf, type SeenPod } from './nearby-changes.js';

/** A scheduler, and the pod that it decides on. */
interface Deciding {
  readonly by: string;
  readonly uid: string;
}

/** Adds the pods that wait for their volumes, but for those that are added as bound; answers how many. */
export function assumeAwaiting(
  replayed: ReplayedState,
  { bound, at, ...deciding }: Deciding & { readonly bound: readonly SeenPod[]; readonly at: string },
): number {
  const added = new Set(bound.map(podUid));
  const pods = podsAwaitingVolumes(replayed, deciding).filter((pod) => !added.has(podUid(pod)));
  assumeBindings(replayed, pods, at);
  return pods.length;
}

/**
 * The pods that wait on the node that a scheduler chose for them until the volumes of their claims are there. It has
 * assumed them there and binds them afterwards, up to ten minutes later (kube-scheduler v1.34 VolumeBinding PreBind):
 * they take room while the API shows them without a node. Each is given with that node.
 */
export function podsAwaitingVolumes({ state: { snapshot }, past }: ReplayedState, { by, uid }: Deciding): SeenPod[] {
  const chosen = nodesOfClaims((snapshot.objects.persistentVolumeClaims ?? []) as readonly PersistentVolumeClaim[]);
  if (chosen.size === 0) return [];
  return past.ofKind('Pod').flatMap((found) => {
    if (found.uid === uid || found.placement.node !== null || found.placement.finished) return [];
    const pod = found.stored().object as SeenPod;
    if (schedulerOf(pod) !== by || pod.metadata['deletionTimestamp']) return [];
    const node = nodeOf(found, pod, { chosen, past });
    return node === undefined || snapshot.rowOf(node) === undefined
      ? []
      : { ...pod, spec: { ...pod.spec, nodeName: node } };
  });
}

/** The nodes for which volumes are to be made, by the claims that have none yet. */
function nodesOfClaims(claims: readonly PersistentVolumeClaim[]): ReadonlyMap<string, string> {
  return new Map(
    claims.flatMap(({ metadata = {}, spec }) => {
      const node = metadata.annotations?.[SELECTED_NODE];
      return node === undefined || spec?.volumeName
        ? []
        : [[`${metadata.namespace ?? ''}/${metadata.name ?? ''}`, node]];
    }),
  );
}

/** The node for which a scheduler chose all claims of a pod that have no volume, unless it failed since. */
function nodeOf(
  { namespace, name, resourceVersion }: PastObject,
  pod: SeenPod,
  { chosen, past }: { readonly chosen: ReadonlyMap<string, string>; readonly past: ReplayedState['past'] },
): string | undefined {
  const claims = (pod.spec?.volumes ?? []).flatMap((volume) => claimOf(volume, name)?.name ?? []);
  const waited = claims.filter((claim) => chosen.has(`${namespace}/${claim}`));
  const [node, ...others] = new Set(waited.map((claim) => chosen.get(`${namespace}/${claim}`)));
  if (node === undefined || others.length > 0) return undefined;
  if (unschedulableOf(pod) === undefined) return node;
  // What the pod says of a failure may be of an attempt before the one that chose the node.
  const choice = waited.map((claim) => past.get('PersistentVolumeClaim', namespace, claim)?.resourceVersion ?? 0n);
  return choice.every((position) => position > resourceVersion) ? node : undefined;
}
