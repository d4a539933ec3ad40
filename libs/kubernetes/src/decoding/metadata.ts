import type { LabelSelector, LabelSelectorRequirement } from '../label-selector/index.js';
import type { Condition, KubernetesObject, ObjectMeta, OwnerReference } from '../types/index.js';
import { flag, int64, list, object, text, textMap, time, type Decoder, type FieldDecoders } from './decoder.js';

export const ownerReference = object<OwnerReference>({
  apiVersion: text,
  kind: text,
  name: text,
  uid: text,
  controller: flag,
  blockOwnerDeletion: flag,
});

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
  ownerReferences: list(ownerReference),
  finalizers: list(text),
});

export const condition = object<Condition>({
  type: text,
  status: text,
  reason: text,
  message: text,
  lastTransitionTime: time,
});

/** An object of a kind: its own fields, and those that every object has. */
export function kubernetesObject<T extends KubernetesObject>(
  fields: Omit<FieldDecoders<T>, keyof typeof envelope>,
): Decoder<T> {
  // Joining the two halves of T's fields gives all of them; the compiler cannot see that through Omit.
  return object<T>({ ...envelope, ...fields } as unknown as FieldDecoders<T>);
}

const envelope = { apiVersion: text, kind: text, metadata };

export const labelSelector: Decoder<LabelSelector> = object<LabelSelector>({
  matchLabels: textMap,
  matchExpressions: list(object<LabelSelectorRequirement>({ key: text, operator: text, values: list(text) })),
});
