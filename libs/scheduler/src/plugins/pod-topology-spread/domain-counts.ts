/**
 * What upstream takes for the fewest pods where there is no domain at all. // as kube-scheduler v1.34 newCriticalPaths
 */
const NO_DOMAIN = 2 ** 31 - 1;

/**
 * How many matching pods each domain of a constraint has (by topology value), and how many the emptiest one
 * has. A pod that comes or goes costs the same however many domains there are: counts change by one, so the
 * fewest can only move by one.
 */
export class DomainCounts {
  readonly #pods: Map<string, number>;
  /** Number of domains by number of pods. */
  readonly #domains = new Map<number, number>();
  #fewest = NO_DOMAIN;

  /** Pods by topology value; a domain without pods is there with 0. The map is the object's own from here on. */
  constructor(pods: Map<string, number>) {
    this.#pods = pods;
    for (const count of pods.values()) this.#enter(count);
  }

  /** Number of domains. */
  get size(): number {
    return this.#pods.size;
  }

  /** Pods of the emptiest domain. */
  get fewest(): number {
    return this.#fewest;
  }

  has(value: string): boolean {
    return this.#pods.has(value);
  }

  /** Pods of a domain; 0 for one whose nodes are all left out. */
  of(value: string): number {
    return this.#pods.get(value) ?? 0;
  }

  /** One pod more or less in a domain that is there. */
  change(value: string, step: 1 | -1): void {
    const before = this.of(value);
    this.#pods.set(value, before + step);
    this.#enter(before + step);
    this.#leave(before, step);
  }

  #enter(count: number): void {
    this.#domains.set(count, (this.#domains.get(count) ?? 0) + 1);
    this.#fewest = Math.min(this.#fewest, count);
  }

  /** The last domain that leaves the fewest goes one up (or has gone one down, and is the fewest already). */
  #leave(count: number, step: 1 | -1): void {
    const left = (this.#domains.get(count) ?? 0) - 1;
    this.#domains.set(count, left);
    if (left === 0 && count === this.#fewest) this.#fewest = count + step;
  }
}
