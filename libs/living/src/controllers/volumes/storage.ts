import { requireQuantity, ZERO_QUANTITY, type Quantity } from '#apimachinery';
import type { KubernetesObject } from '#kubernetes';
import type { PersistentVolume, PersistentVolumeClaim, StorageClass } from '#scheduler';

type Amounts = Readonly<Record<string, string | number | Quantity>>;

/** A claim as it is stored. */
export type Claim = KubernetesObject &
  PersistentVolumeClaim & {
    spec: NonNullable<PersistentVolumeClaim['spec']>;
    status?: { readonly phase?: string; readonly accessModes?: readonly string[]; readonly capacity?: Amounts };
  };

/** A volume as it is stored. */
export type Volume = KubernetesObject &
  PersistentVolume & {
    spec: NonNullable<PersistentVolume['spec']> & {
      readonly claimRef?: ClaimReference | null;
      readonly persistentVolumeReclaimPolicy?: string;
    };
    status?: { readonly phase?: string; readonly lastPhaseTransitionTime?: string };
  };

/** What a volume says of its claim. */
export interface ClaimReference {
  readonly apiVersion?: string;
  readonly kind?: string;
  readonly namespace?: string;
  readonly name?: string;
  readonly uid?: string;
  readonly resourceVersion?: string;
}

/** A class as it is stored. */
export type Class = KubernetesObject &
  StorageClass & {
    readonly reclaimPolicy?: string;
    readonly mountOptions?: readonly string[];
    readonly parameters?: Readonly<Record<string, string>>;
  };

/** The driver that made a volume. */
export const PROVISIONED_BY = 'pv.kubernetes.io/provisioned-by';
/** The driver that is asked to make the volume of a claim. */
export const PROVISIONER = 'volume.kubernetes.io/storage-provisioner';

/** What a volume says of this claim. */
export function referenceTo({ metadata }: Claim): ClaimReference {
  const { namespace = '', name, uid = '', resourceVersion = '' } = metadata;
  return { apiVersion: 'v1', kind: 'PersistentVolumeClaim', namespace, name, uid, resourceVersion };
}

/** Whether claims of the class wait for a pod. */
export function waitsForPod(storageClass: Class | undefined): boolean {
  return storageClass?.volumeBindingMode === 'WaitForFirstConsumer';
}

/** The amount of storage among others. */
export function storageOf(amounts: Amounts | null | undefined): Quantity {
  const amount = amounts?.['storage'];
  if (amount === undefined) return ZERO_QUANTITY;
  return typeof amount === 'object' ? amount : requireQuantity(amount);
}
