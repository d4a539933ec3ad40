import type { KubernetesObject, ObjectMeta } from '#kubernetes';
import { finalizersOfDeletion, policyAsked, withPolicy } from './finalizers.js';
import type { DeleteOptions } from './delete-options.js';

/**
 * What a deletion does to an object. `gone`: it goes at once. `marked`: it stays, as something that is going.
 * `pending`: it is going already, and stays as it is. The object is the one that the deletion is answered with.
 */
export interface Deletion<T extends KubernetesObject = KubernetesObject> {
  readonly outcome: 'gone' | 'marked' | 'pending';
  readonly object: T;
}

/**
 * Begins the deletion of an object, which is not changed. `now` is the time of the write, as metav1.Time.
 * // as API server v1.34 registry Store.Delete, rest.BeforeDelete, and the registry of namespaces
 */
export function beginDeletion<T extends KubernetesObject>(object: T, options: DeleteOptions, now: string): Deletion<T> {
  if (object.kind === 'Namespace') return beginNamespace(object, options, now);
  const graceful = object.kind === 'Pod' ? gracefully(object, options, now) : undefined;
  if (graceful === 'pending') return { outcome: 'pending', object };
  const finalizers = finalizersOfDeletion(object, options);
  if (graceful !== undefined) {
    const held = finalizers.length > 0 || graceful.seconds > 0;
    return { outcome: held ? 'marked' : 'gone', object: withFinalizers(graceful.object, finalizers) };
  }
  if (finalizers.length === 0) return { outcome: 'gone', object };
  return { outcome: 'marked', object: withFinalizers(markedNow(object, now), finalizers) };
}

/** Whether an object goes with a change of it: it is going, its time is over, and nothing holds it any more. */
export function endsWith(before: KubernetesObject, after: KubernetesObject): boolean {
  const { deletionTimestamp, deletionGracePeriodSeconds = 0 } = before.metadata;
  const isGoing = deletionTimestamp !== undefined && deletionGracePeriodSeconds === 0;
  return isGoing && !isHeld(after);
}

/** Whether finalizers hold an object: of a namespace, those of its content too. */
export function isHeld(object: KubernetesObject): boolean {
  return (object.metadata.finalizers ?? []).length > 0 || contentFinalizers(object).length > 0;
}

/**
 * A namespace is empty before it goes: its first deletion starts its end, and finalizers hold it until then.
 */
function beginNamespace<T extends KubernetesObject>(object: T, options: DeleteOptions, now: string): Deletion<T> {
  if (object.metadata.deletionTimestamp !== undefined) {
    if (contentFinalizers(object).length > 0) return { outcome: 'pending', object };
    const finalizers = finalizersOfDeletion(object, options);
    if (finalizers.length === 0) return { outcome: 'gone', object };
    return { outcome: 'marked', object: withFinalizers(markedNow(object, now), finalizers) };
  }
  const policy = policyAsked(options);
  const given = object.metadata.finalizers ?? [];
  const finalizers = policy === undefined ? given : withPolicy(given, policy);
  const status = { ...(object['status'] as object | undefined), phase: 'Terminating' };
  const marked = { ...object, metadata: { ...object.metadata, deletionTimestamp: now }, status };
  return { outcome: 'marked', object: withFinalizers(marked, finalizers) };
}

function contentFinalizers(object: KubernetesObject): readonly string[] {
  if (object.kind !== 'Namespace') return [];
  return (object['spec'] as { readonly finalizers?: readonly string[] } | undefined)?.finalizers ?? [];
}

/** A pod with the time that it has for its end; `pending` where it has that already, and may not have longer. */
function gracefully<T extends KubernetesObject>(
  pod: T,
  { gracePeriodSeconds: asked }: DeleteOptions,
  now: string,
): { readonly object: T; readonly seconds: number } | 'pending' | undefined {
  const { deletionTimestamp, deletionGracePeriodSeconds: left = 0, generation } = pod.metadata;
  const wanted = asked !== undefined && asked < 0 ? 1 : asked;
  if (deletionTimestamp === undefined) {
    const seconds = graceOf(pod, wanted);
    const counted = generation === undefined ? {} : { generation: generation + 1 };
    return { object: withEnd(pod, { deletionTimestamp: later(now, seconds), seconds, ...counted }), seconds };
  }
  if (left === 0) return undefined;
  if (wanted === undefined || wanted >= left) return 'pending';
  return {
    object: withEnd(pod, { deletionTimestamp: later(deletionTimestamp, wanted - left), seconds: wanted }),
    seconds: wanted,
  };
}

/** A pod that no kubelet runs, or that has finished, needs no time. // as podStrategy.CheckGracefulDelete */
function graceOf(pod: KubernetesObject, asked: number | undefined): number {
  const { nodeName = '', terminationGracePeriodSeconds = 0 } = (pod['spec'] ?? {}) as {
    readonly nodeName?: string;
    readonly terminationGracePeriodSeconds?: number;
  };
  const { phase } = (pod['status'] ?? {}) as { readonly phase?: string };
  if (nodeName === '' || phase === 'Failed' || phase === 'Succeeded') return 0;
  const seconds = asked ?? terminationGracePeriodSeconds;
  return seconds < 0 ? 1 : seconds;
}

/** What is held and needs no time is going from now on. // as registry markAsDeleting */
function markedNow<T extends KubernetesObject>(object: T, now: string): T {
  const { deletionTimestamp, generation } = object.metadata;
  const counted = deletionTimestamp === undefined && generation !== undefined ? { generation: generation + 1 } : {};
  const isPast = deletionTimestamp !== undefined && deletionTimestamp <= now;
  return withEnd(object, { deletionTimestamp: isPast ? deletionTimestamp : now, seconds: 0, ...counted });
}

function withEnd<T extends KubernetesObject>(
  object: T,
  { seconds, ...metadata }: Pick<ObjectMeta, 'deletionTimestamp' | 'generation'> & { readonly seconds: number },
): T {
  return { ...object, metadata: { ...object.metadata, ...metadata, deletionGracePeriodSeconds: seconds } };
}

function withFinalizers<T extends KubernetesObject>(object: T, finalizers: readonly string[]): T {
  if (object.metadata.finalizers === finalizers) return object;
  const { finalizers: _, ...metadata } = object.metadata;
  return { ...object, metadata: { ...metadata, ...(finalizers.length > 0 && { finalizers: [...finalizers] }) } };
}

/** metav1.Time, some seconds on. */
function later(time: string, seconds: number): string {
  return `${new Date(Date.parse(time) + seconds * 1_000).toISOString().slice(0, 19)}Z`;
}
