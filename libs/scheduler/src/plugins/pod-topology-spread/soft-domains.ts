/**
 * The domains of a soft constraint, by number: those that some feasible node is in count, with their pods on any node.
 */
export class SoftDomains {
  readonly #pods: number[] = [];
  readonly #nodes: number[] = [];
  #size = 0;

  /** Number of domains that count. */
  get size(): number {
    return this.#size;
  }

  /** Matching pods of the domain; 0 where it does not count. */
  of(domain: number): number {
    return (this.#nodes[domain] ?? 0) === 0 ? 0 : (this.#pods[domain] ?? 0);
  }

  addPods(domain: number, pods: number): void {
    this.#pods[domain] = (this.#pods[domain] ?? 0) + pods;
  }

  /** Feasible nodes more or, negative, fewer. */
  addNodes(domain: number, nodes: number): void {
    const before = this.#nodes[domain] ?? 0;
    const sum = before + nodes;
    this.#nodes[domain] = sum;
    this.#size += Number(sum !== 0) - Number(before !== 0);
  }
}
