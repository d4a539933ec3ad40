import { type Cycle, type Rejection, reject } from '../../plugin.js';
import {
  volumeAnnotations,
  claimOf,
  foreignClaim,
  notFound,
  StorageView,
  storageClassName,
  type PersistentVolumeClaim,
  type StorageClass,
} from '../../volumes/index.js';

/** A claim whose volume is chosen with the node, and its class. */
export interface DelayedClaim {
  readonly claim: PersistentVolumeClaim;
  readonly storageClass: StorageClass;
}

/** The claims of a pod that can be tried, each group in the order of the pod's volumes. */
export interface PodVolumeClaims {
  /** Names of the volumes that claims are bound to. */
  readonly bound: readonly string[];
  readonly delayed: readonly DelayedClaim[];
}

const UNBOUND_IMMEDIATE = 'pod has unbound immediate PersistentVolumeClaims';
const UNRESOLVABLE = 'UnschedulableAndUnresolvable';

/**
 * The claims of the pod's volumes, or why the pod is turned down; null where no volume has a claim. As
 * kube-scheduler v1.34 PreFilter.
 */
export function podVolumeClaims(cycle: Cycle): PodVolumeClaims | Rejection | null {
  if (!cycle.pod.pod.spec?.volumes?.length) return null;
  const claims = usableClaims(cycle);
  if ('kind' in claims) return claims;
  return claims.length === 0 ? null : sortedClaims(claims, new StorageView(cycle.snapshot));
}

/** As kube-scheduler v1.34 podHasPVCs. */
function usableClaims({ pod, snapshot }: Cycle): readonly PersistentVolumeClaim[] | Rejection {
  const storage = new StorageView(snapshot);
  const name = pod.pod.metadata?.name ?? '';
  const claims: PersistentVolumeClaim[] = [];
  for (const volume of pod.pod.spec?.volumes ?? []) {
    const reference = claimOf(volume, name);
    if (reference === undefined) continue;
    const claim = storage.claim(pod.namespace, reference.name);
    const missing = reference.ephemeral
      ? `waiting for ephemeral volume controller to create the persistentvolumeclaim ${JSON.stringify(reference.name)}`
      : notFound('persistentvolumeclaim', reference.name);
    if (claim === undefined) return reject(UNRESOLVABLE, missing);
    const foreign = reference.ephemeral
      ? foreignClaim(claim, { uid: pod.uid, namespace: pod.namespace, name })
      : undefined;
    const unusable = endOf(claim, reference.name) ?? foreign;
    if (unusable !== undefined) return reject(UNRESOLVABLE, unusable);
    claims.push(claim);
  }
  return claims;
}

/** Why the claim of this name can serve no pod any more. */
function endOf({ metadata, spec, status }: PersistentVolumeClaim, name: string): string | undefined {
  const claim = `persistentvolumeclaim ${JSON.stringify(name)}`;
  if (status?.phase === 'Lost')
    return `${claim} bound to non-existent persistentvolume ${JSON.stringify(spec?.volumeName ?? '')}`;
  return metadata?.deletionTimestamp ? `${claim} is being deleted` : undefined;
}

/**
 * Claims by how far they are. As kube-scheduler v1.34 GetPodVolumeClaims. A claim that names its volume without being
 * bound to it is not ours to bind.
 */
export function sortedClaims(
  claims: readonly PersistentVolumeClaim[],
  storage: StorageView,
): PodVolumeClaims | Rejection {
  const bound: string[] = [];
  const delayed: DelayedClaim[] = [];
  let immediate = false;
  for (const claim of claims) {
    const volumeName = claim.spec?.volumeName ?? '';
    if (volumeName !== '' && claim.metadata?.annotations?.[volumeAnnotations.bindCompleted] !== undefined) {
      bound.push(volumeName);
      continue;
    }
    const className = storageClassName(claim);
    const storageClass = storage.storageClass(className);
    if (storageClass !== undefined && (storageClass.volumeBindingMode ?? null) === null) {
      return reject('Error', `VolumeBindingMode not set for StorageClass ${JSON.stringify(className)}`);
    }
    if (volumeName === '' && storageClass?.volumeBindingMode === 'WaitForFirstConsumer')
      delayed.push({ claim, storageClass });
    else immediate = true;
  }
  return immediate ? reject(UNRESOLVABLE, UNBOUND_IMMEDIATE) : { bound, delayed };
}
