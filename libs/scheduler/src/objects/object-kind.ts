import type { ClusterObject, Pod } from './objects.js';

/** Objects beside nodes and pods by the name of their list, each list in the order in which it was given. */
export type ObjectLists = Readonly<Partial<Record<string, readonly ClusterObject[]>>>;

/** A kind of objects that plugins read. It stands beside the plugin that reads it. */
export interface ObjectKind {
  readonly kind: string;
  /** Its list among `ObjectLists`. */
  readonly list: string;
  /**
   * Whether verdicts and scores of the pod depend on the objects. Answers that are stored for other pods remain right
   * when an object changes. What no stored answer depends on concerns no pod.
   */
  readonly concerns: (pod: Pod) => boolean;
}

/** Concerns of a kind that the answers for any pod depend on. */
export function everyPod(): boolean {
  return true;
}

/** Concerns of a kind that no stored answer depends on. */
export function noPod(): boolean {
  return false;
}
