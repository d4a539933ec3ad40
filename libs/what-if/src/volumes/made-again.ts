import { podUid, type ClusterObject, type PersistentVolumeClaim, type Pod, type Snapshot, claimOf } from '#scheduler';

/** Whether the claim of an ephemeral volume was made for another pod of this name: it goes with that pod. */
export function isOfEarlierPod({ metadata }: ClusterObject, pod: Pod): boolean {
  const owner = metadata?.ownerReferences?.find(({ controller }) => controller === true);
  return owner?.kind === 'Pod' && owner.name === pod.metadata?.name && owner.uid !== podUid(pod);
}

/** The claim as it is made for another pod of the name: bound to nothing. */
export function madeAgain(claim: ClusterObject, pod: Pod): ClusterObject {
  const { metadata: { name = '', namespace = '', labels, ownerReferences = [] } = {}, spec } =
    claim as PersistentVolumeClaim & ClusterObject;
  const { volumeName: _bound, ...asked } = spec as NonNullable<PersistentVolumeClaim['spec']>;
  const uid = podUid(pod);
  const owners = ownerReferences.map((owner) => (owner.controller === true ? { ...owner, uid } : owner));
  const metadata = { name, namespace, uid: `${uid}-${name}`, ...(labels && { labels }), ownerReferences: owners };
  return { ...claim, metadata, spec: asked, status: { phase: 'Pending' } } as ClusterObject;
}

/** Makes the claims of a pod's ephemeral volumes again for the one that takes its place; answers how to undo it. */
export function renewClaims(snapshot: Snapshot, next: Pod): () => void {
  const { namespace = '', name = '' } = next.metadata ?? {};
  const before = (next.spec?.volumes ?? []).flatMap((volume) => {
    const reference = claimOf(volume, name);
    const claim = reference?.ephemeral && snapshot.object('persistentVolumeClaims', reference.name, namespace);
    return claim && isOfEarlierPod(claim, next) ? [claim] : [];
  });
  for (const claim of before) patchClaim(snapshot, madeAgain(claim, next));
  return () => {
    for (const claim of before) patchClaim(snapshot, claim);
  };
}

/** As a patch it is undone with the other changes of the snapshot. */
function patchClaim(snapshot: Snapshot, given: ClusterObject): void {
  const claim = given as ClusterObject & PersistentVolumeClaim;
  const { namespace = '', name = '', uid, annotations = null, ownerReferences } = claim.metadata ?? {};
  const patch = {
    metadata: { uid, annotations, ownerReferences },
    spec: { volumeName: claim.spec?.volumeName ?? null },
    status: { phase: claim.status?.phase ?? null },
  };
  snapshot.patchObject({ kind: 'PersistentVolumeClaim', namespace, name, patch });
}
