import { defaultStorageClass, type StorageClass as AdmittedClass } from '#kubernetes';
import {
  claimOf,
  matchingVolume,
  storageClassName,
  type PersistentVolume,
  type PersistentVolumeClaim,
  type Pod,
  type StorageClass,
} from '#scheduler';
import type { HypotheticalCluster } from '../cluster/index.js';
import { boundTo, isBound } from './bound-to.js';
import { makeClaim } from './ephemeral-claim.js';
import { isProvisioned, madeVolume, topologyOf } from './made-volume.js';

/**
 * What the volume controllers would do before pods are tried: claims of ephemeral volumes are made, and claims whose
 * class does not wait for a pod are bound, to a volume that is there or to one that their class makes. Each is said.
 */
export function assumeVolumes(cluster: HypotheticalCluster, pods: Iterable<Pod>): void {
  for (const pod of pods) {
    const { namespace = '', name: podName = '' } = pod.metadata ?? {};
    for (const volume of pod.spec?.volumes ?? []) {
      const reference = claimOf(volume, podName);
      if (reference === undefined) continue;
      const { name, ephemeral } = reference;
      if (ephemeral) makeClaim(cluster, pod, { volume, name });
      const claim = cluster.snapshot.object('persistentVolumeClaims', name, namespace) as
        PersistentVolumeClaim | undefined;
      if (claim !== undefined && !isBound(claim) && !claim.metadata?.deletionTimestamp) bindClaim(cluster, claim);
    }
  }
}

/**
 * What pods that run have, and a dump left out: the claims of ephemeral volumes, and the note of the volume controller
 * that a claim is bound to the volume that it names.
 */
export function assumeClaims(cluster: HypotheticalCluster, pods: Iterable<Pod>): void {
  for (const pod of pods) {
    const { namespace = '', name: podName = '' } = pod.metadata ?? {};
    for (const volume of pod.spec?.volumes ?? []) {
      const { name, ephemeral } = claimOf(volume, podName) ?? {};
      if (name === undefined) continue;
      const claim = cluster.snapshot.object('persistentVolumeClaims', name, namespace) as
        PersistentVolumeClaim | undefined;
      if (claim === undefined && ephemeral) makeClaim(cluster, pod, { volume, name });
      if (claim?.spec?.volumeName && !isBound(claim)) bindClaim(cluster, claim);
    }
  }
}

/** // as kubernetes v1.34 pv-controller syncUnboundClaim */
function bindClaim(cluster: HypotheticalCluster, claim: PersistentVolumeClaim): void {
  const asked = withDefaultClass(cluster, claim);
  const className = storageClassName(asked);
  const storageClass: StorageClass | undefined = cluster.snapshot.object('storageClasses', className);
  if (!asked.spec?.volumeName && storageClass?.volumeBindingMode === 'WaitForFirstConsumer') {
    if (asked !== claim) cluster.setObject(asked);
    return;
  }
  const { namespace = '', name = '' } = claim.metadata ?? {};
  const found = presentVolume(cluster, asked);
  const volume = found ?? provisionedVolume(asked, storageClass);
  if (volume === undefined) return;
  cluster.findings.assume(
    found === undefined
      ? `the class ${className} makes a volume for the claim ${namespace}/${name}`
      : `the volume ${found.metadata?.name ?? ''} is bound to the claim ${namespace}/${name}`,
  );
  const pair = boundTo(asked, volume);
  cluster.setObject(pair.volume);
  cluster.setObject(pair.claim);
}

/** The volume that the claim names, or the smallest that matches. */
function presentVolume({ snapshot }: HypotheticalCluster, claim: PersistentVolumeClaim): PersistentVolume | undefined {
  const volumes = (snapshot.objects.persistentVolumes ?? []) as readonly PersistentVolume[];
  const named = claim.spec?.volumeName;
  if (!named) return matchingVolume(claim, volumes);
  const own = volumes.filter(({ metadata }) => metadata?.name === named);
  return matchingVolume({ ...claim, spec: { ...claim.spec, selector: null } }, own);
}

function provisionedVolume(
  claim: PersistentVolumeClaim,
  storageClass: StorageClass | undefined,
): PersistentVolume | undefined {
  if (storageClass === undefined || claim.spec?.volumeName || !isProvisioned(claim, storageClass)) return undefined;
  return madeVolume(claim, storageClass, topologyOf(storageClass));
}

/** A claim that names no class gets the default, also later. // as kubernetes v1.34 assignDefaultStorageClass */
function withDefaultClass({ snapshot }: HypotheticalCluster, claim: PersistentVolumeClaim): PersistentVolumeClaim {
  const { storageClassName: named, volumeName } = claim.spec ?? {};
  if (volumeName || (named !== undefined && named !== null) || storageClassName(claim) !== '') return claim;
  const classes = (snapshot.objects.storageClasses ?? []) as readonly (StorageClass & AdmittedClass)[];
  const name = defaultStorageClass(classes)?.metadata.name;
  return name === undefined ? claim : { ...claim, spec: { ...claim.spec, storageClassName: name } };
}
