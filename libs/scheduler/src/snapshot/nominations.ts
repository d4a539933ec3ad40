import type { PlacedPod } from './placed-pod.js';

/** Pods that preemption made room for: they have a node in view but are not on it. In the order in which they were nominated. */
export class Nominations {
  #byNode = new Map<string, readonly PlacedPod[]>();

  /** The pods nominated to a node, which need not exist. */
  on(node: string): readonly PlacedPod[] {
    return this.#byNode.get(node) ?? [];
  }

  get isEmpty(): boolean {
    return this.#byNode.size === 0;
  }

  /** Nominates a pod; an earlier nomination of the same pod ends. */
  add(pod: PlacedPod, node: string): void {
    this.remove(pod.uid);
    this.#byNode.set(node, [...this.on(node), pod]);
  }

  remove(uid: string): void {
    for (const [node, pods] of this.#byNode) {
      const rest = pods.filter((pod) => pod.uid !== uid);
      if (rest.length === 0) this.#byNode.delete(node);
      else if (rest.length < pods.length) this.#byNode.set(node, rest);
    }
  }

  fork(): Nominations {
    const copy = new Nominations();
    copy.#byNode = new Map(this.#byNode);
    return copy;
  }
}
