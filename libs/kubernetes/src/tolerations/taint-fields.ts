import { int64, object, text, time } from '#apimachinery';
import type { Taint, Toleration } from './tolerates.js';

/** core/v1 Taint. */
export const taint = object<Taint>({ key: text, value: text, effect: text, timeAdded: time });

/** core/v1 Toleration. */
export const toleration = object<Toleration>({
  key: text,
  operator: text,
  value: text,
  effect: text,
  tolerationSeconds: int64,
});
