import type { KubernetesObject } from '#kubernetes';

/** What a change follows from: a request from outside, a timer, or an earlier change. */
export type Cause =
  | { readonly kind: 'request'; readonly request: string }
  /** `at`: milliseconds since 1970. */
  | { readonly kind: 'timer'; readonly controller: string; readonly key: string; readonly at: number }
  | { readonly kind: 'change'; readonly position: number };

/** A cause in a word or two: the position of a change, or the controller and the time of a timer. */
export function causeInWords(cause: Cause): string {
  if (cause.kind === 'change') return String(cause.position);
  if (cause.kind === 'request') return cause.request;
  return `${cause.controller} ${new Date(cause.at).toISOString()}`;
}

/** One object that was created, changed or removed. */
export interface Change {
  /** Counts the changes of the cluster: the resourceVersion of the object. */
  readonly position: number;
  /** The cluster's time, in milliseconds since 1970. */
  readonly at: number;
  readonly op: 'create' | 'update' | 'delete';
  /** As it is now; of one that is removed, as it was last. */
  readonly object: KubernetesObject;
  /** As it was before; null of a new one. */
  readonly before: KubernetesObject | null;
  /** The controller that made the change; null: a request from outside. */
  readonly by: string | null;
  readonly cause: Cause;
}

/** What a request from outside wrote, admitted already. */
export type GivenChange =
  | { readonly op: 'put'; readonly object: KubernetesObject }
  | { readonly op: 'delete'; readonly object: KubernetesObject };
