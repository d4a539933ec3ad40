/**
 * The domains of a soft constraint, by topology value: those that some feasible node is in count,
 * with their pods on any node.
 */
export class SoftDomains {
  readonly #pods = new Map<string, number>();
  readonly #nodes = new Map<string, number>();

  /** Number of domains that count. */
  get size(): number {
    return this.#nodes.size;
  }

  /** Matching pods of the domain; 0 where it does not count. */
  of(value: string): number {
    return this.#nodes.has(value) ? (this.#pods.get(value) ?? 0) : 0;
  }

  addPods(value: string, pods: number): void {
    this.#pods.set(value, (this.#pods.get(value) ?? 0) + pods);
  }

  /** Feasible nodes more or, negative, fewer. */
  addNodes(value: string, nodes: number): void {
    const sum = (this.#nodes.get(value) ?? 0) + nodes;
    if (sum === 0) this.#nodes.delete(value);
    else this.#nodes.set(value, sum);
  }
}
