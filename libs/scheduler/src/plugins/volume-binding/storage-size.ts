import { requireQuantity, value, ZERO_QUANTITY, type Quantity } from '#apimachinery';
import type { ResourceList } from '../../objects/index.js';
import type { PersistentVolume, PersistentVolumeClaim } from '../../volumes/index.js';

const STORAGE = 'storage';

/** How much storage a claim asks for; undefined where it does not say. */
export function requestedStorage({ spec }: PersistentVolumeClaim): Quantity | undefined {
  return storageOf(spec?.resources?.requests);
}

/** How much storage a volume has; none where it does not say. */
export function storageCapacity({ spec }: PersistentVolume): Quantity {
  return storageOf(spec?.capacity) ?? ZERO_QUANTITY;
}

/** Whole bytes, rounded up, as Go's `Value()`. */
export function wholeBytes(amount: string | number | Quantity): bigint {
  return value(typeof amount === 'object' ? amount : requireQuantity(amount));
}

function storageOf(list: ResourceList | null | undefined): Quantity | undefined {
  const amount = list?.[STORAGE];
  return amount === undefined ? undefined : requireQuantity(amount);
}
