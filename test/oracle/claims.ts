import { nameOf, namespaceOf, uidOf, type Cluster } from './model.js';
import type {
  PersistentVolumeClaimObject,
  PersistentVolumeObject,
  PodObject,
  StorageClassObject,
  Volume,
} from './objects.js';

const BETA_CLASS = 'volume.beta.kubernetes.io/storage-class';

/** A claim as a volume of a pod names it. The claim of an ephemeral volume is made for the pod and named after it. */
export interface ClaimName {
  readonly name: string;
  readonly ephemeral: boolean;
}

/** Undefined: the volume needs no claim. */
export function claimNameOf(pod: PodObject, volume: Volume): ClaimName | undefined {
  if (volume.persistentVolumeClaim !== undefined)
    return { name: volume.persistentVolumeClaim.claimName ?? '', ephemeral: false };
  if (volume.ephemeral !== undefined) return { name: `${nameOf(pod)}-${volume.name}`, ephemeral: true };
  return undefined;
}

/** The names of the claims that the pod's volumes name outright, in their order; a claim named twice is there twice. */
export function namedClaims(pod: PodObject): readonly string[] {
  return (pod.spec?.volumes ?? []).flatMap(({ persistentVolumeClaim: claim }) =>
    claim === undefined ? [] : [claim.claimName ?? ''],
  );
}

export function findClaim(
  { objects }: Cluster,
  namespace: string,
  name: string,
): PersistentVolumeClaimObject | undefined {
  return objects.persistentVolumeClaims?.find((claim) => namespaceOf(claim) === namespace && nameOf(claim) === name);
}

export function findVolume({ objects }: Cluster, name: string): PersistentVolumeObject | undefined {
  return objects.persistentVolumes?.find((volume) => nameOf(volume) === name);
}

export function findClass({ objects }: Cluster, name: string): StorageClassObject | undefined {
  return objects.storageClasses?.find((storageClass) => nameOf(storageClass) === name);
}

/** What the listers of kube-scheduler say of what is not there. */
export function claimNotFound(name: string): string {
  return `persistentvolumeclaim ${JSON.stringify(name)} not found`;
}

/** The annotation of old goes before the field. Empty: none was asked for. */
export function classNameOf({ metadata, spec }: PersistentVolumeClaimObject | PersistentVolumeObject): string {
  return metadata?.annotations?.[BETA_CLASS] ?? spec?.storageClassName ?? '';
}

/** Null where the claim of an ephemeral volume was made for this pod, else what is wrong. */
export function ownershipProblem(pod: PodObject, claim: PersistentVolumeClaimObject): string | null {
  const controller = claim.metadata?.ownerReferences?.find((owner) => owner.controller === true);
  if (controller?.uid === uidOf(pod)) return null;
  return (
    `PVC ${namespaceOf(claim)}/${nameOf(claim)} was not created for pod ` +
    `${namespaceOf(pod)}/${nameOf(pod)} (pod is not owner)`
  );
}
