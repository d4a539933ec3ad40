import { ONE, type Amounts, type PersistentVolumeClaim, type ResourceList } from '#kubernetes';
import { compareQuantities, requireQuantity, value, type Quantity } from '#apimachinery';
import type { QuotaEvaluator } from './evaluator.js';

const COUNT = 'count/persistentvolumeclaims';
const CLAIMS = 'persistentvolumeclaims';
const STORAGE = 'requests.storage';
const OF_CLASS = '.storageclass.storage.k8s.io/';

/** The class in its old place goes before the field. // as component-helpers v1.34 GetPersistentVolumeClaimClass */
const CLASS_ANNOTATION = 'volume.beta.kubernetes.io/storage-class';

/** What quotas count of claims. // as pkg/quota/v1/evaluator/core v1.34 pvcEvaluator */
export const claimQuota: QuotaEvaluator<PersistentVolumeClaim> = {
  varies: true,
  updates: () => true,
  tracks: (resource) =>
    [COUNT, CLAIMS, STORAGE].includes(resource) || [CLAIMS, STORAGE].some((name) => resource.endsWith(OF_CLASS + name)),
  scopes: (claim) => attributesClasses(claim).map((name) => `VolumeAttributesClass=${name}`),
  missing: () => undefined,
  usage: (claim) => {
    const storage = storageOf(claim);
    const taken = new Map([[CLAIMS, ONE], ...(storage === undefined ? [] : ([[STORAGE, storage]] as const))]);
    const storageClass = classOf(claim);
    const ofClass = [...taken].map(([name, amount]) => [storageClass + OF_CLASS + name, amount] as const);
    return new Map([[COUNT, ONE], ...taken, ...(storageClass === '' ? [] : ofClass)]) satisfies Amounts;
  },
};

function classOf({ metadata, spec }: PersistentVolumeClaim): string {
  const { annotations } = metadata;
  const named = annotations && Object.hasOwn(annotations, CLASS_ANNOTATION) ? annotations[CLASS_ANNOTATION] : undefined;
  return named ?? spec.storageClassName ?? '';
}

/** Whole bytes that it asks for, or that it was given where these are more. */
function storageOf({ spec, status }: PersistentVolumeClaim): Quantity | undefined {
  const asked = spec.resources?.requests?.['storage'];
  if (asked === undefined) return undefined;
  const { allocatedResources } = (status ?? {}) as { readonly allocatedResources?: ResourceList };
  const given = allocatedResources?.['storage'];
  const amount = requireQuantity(asked);
  const allocated = given === undefined ? amount : requireQuantity(given);
  return wholeBytes(compareQuantities(allocated, amount) > 0 ? allocated : amount);
}

function wholeBytes(amount: Quantity): Quantity {
  return amount.exponent >= 0 ? amount : { unscaled: value(amount), exponent: 0, format: amount.format };
}

/** // as core v1.34 getReferencedVolumeAttributesClassNames */
function attributesClasses({ spec, status }: PersistentVolumeClaim): string[] {
  const { currentVolumeAttributesClassName, modifyVolumeStatus } = (status ?? {}) as {
    readonly currentVolumeAttributesClassName?: string;
    readonly modifyVolumeStatus?: { readonly targetVolumeAttributesClassName?: string };
  };
  const names = [
    spec.volumeAttributesClassName,
    currentVolumeAttributesClassName,
    modifyVolumeStatus?.targetVolumeAttributesClassName,
  ];
  return [...new Set(names.flatMap((name) => name || []))];
}
