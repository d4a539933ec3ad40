import type { PlacedPod } from './placed-pod.js';

/**
 * Pods that preemption made room for: they have a node in view but are not on it. In the order in
 * which they were nominated.
 */
export class Nominations {
  #byNode = new Map<string, readonly PlacedPod[]>();
  #nodeOf = new Map<string, string>();

  /** The pods nominated to a node, which need not exist. */
  on(node: string): readonly PlacedPod[] {
    return this.#byNode.get(node) ?? [];
  }

  /** The nodes that some pod has in view. */
  nodes(): Iterable<string> {
    return this.#byNode.keys();
  }

  get isEmpty(): boolean {
    return this.#byNode.size === 0;
  }

  /** Nominates a pod; an earlier nomination of the same pod ends. */
  add(pod: PlacedPod, node: string): void {
    this.remove(pod.uid);
    this.#byNode.set(node, [...this.on(node), pod]);
    this.#nodeOf.set(pod.uid, node);
  }

  remove(uid: string): void {
    const node = this.#nodeOf.get(uid);
    if (node === undefined) return;
    const rest = this.on(node).filter((pod) => pod.uid !== uid);
    if (rest.length === 0) this.#byNode.delete(node);
    else this.#byNode.set(node, rest);
    this.#nodeOf.delete(uid);
  }

  clear(): void {
    this.#byNode.clear();
    this.#nodeOf.clear();
  }

  /** Goes back to where a fork of it was made. */
  restore(earlier: Nominations): void {
    this.#byNode = new Map(earlier.#byNode);
    this.#nodeOf = new Map(earlier.#nodeOf);
  }

  fork(): Nominations {
    const copy = new Nominations();
    copy.#byNode = new Map(this.#byNode);
    copy.#nodeOf = new Map(this.#nodeOf);
    return copy;
  }
}
