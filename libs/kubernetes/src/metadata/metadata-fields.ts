import { flag, int64, list, object, text, textMap, time, type Decoder, type FieldDecoders } from '#apimachinery';
import type { Condition, KubernetesObject, ObjectMeta, OwnerReference } from './metadata.js';

const ownerReference = object<OwnerReference>({
  apiVersion: text,
  kind: text,
  name: text,
  uid: text,
  controller: flag,
  blockOwnerDeletion: flag,
});

/** Metadata of an object, or of a template. */
export const metadata = object<ObjectMeta>({
  name: text,
  generateName: text,
  namespace: text,
  uid: text,
  resourceVersion: text,
  generation: int64,
  creationTimestamp: time,
  deletionTimestamp: time,
  deletionGracePeriodSeconds: int64,
  labels: textMap,
  annotations: textMap,
  ownerReferences: list(ownerReference, { mergeKey: 'uid' }),
  finalizers: list(text),
});

const condition = object<Condition>({
  type: text,
  status: text,
  reason: text,
  message: text,
  lastTransitionTime: time,
});

/** The conditions of a status. */
export const conditions = list(condition, { mergeKey: 'type' });

type ConditionTime = 'lastHeartbeatTime' | 'lastProbeTime' | 'lastTransitionTime';

/** Times of conditions are printed though there are none. */
export function printTimes(given: Condition[] | undefined, times: readonly ConditionTime[]): void {
  for (const one of (given ?? []) as Record<string, unknown>[]) for (const time of times) one[time] ??= null;
}

/** The fields of a kind besides those that every object has. */
export type OwnFields<T extends KubernetesObject> = Omit<FieldDecoders<T>, keyof typeof envelope>;

/** An object of a kind: its own fields, and those that every object has. */
export function kubernetesObject<T extends KubernetesObject>(fields: OwnFields<T>): Decoder<T> {
  // Joining the two halves of T's fields gives all of them; the compiler cannot see that through Omit.
  return object<T>({ ...envelope, ...fields } as unknown as FieldDecoders<T>);
}

const envelope = { apiVersion: text, kind: text, metadata };
