import type { Recorded, RecordedStatus } from '../conformance/recording.js';

interface WrittenResult {
  readonly outcome: string;
  readonly preFilter?: {
    readonly plugin?: string;
    readonly code: string;
    readonly nodeNames: readonly string[] | null;
  };
  readonly filterAll?: Readonly<Record<string, readonly RecordedStatus[]>>;
  readonly scores?: readonly { readonly plugin: string; readonly normalized: readonly number[] }[];
  readonly nominatedNodeUsed?: boolean;
  readonly postFilter?: {
    readonly code: string;
    readonly best: readonly string[];
    readonly candidates: readonly { readonly numPDBViolations: number }[];
  };
}

/**
 * How often a thing happened in the scenarios that were played: that nothing differs means
 * little where nothing happens.
 */
export class Coverage {
  readonly #counts = new Map<string, number>();

  add({ results }: Recorded): void {
    for (const result of results) this.#addResult(result as unknown as WrittenResult);
  }

  count(thing: string): number {
    return this.#counts.get(thing) ?? 0;
  }

  /** A line a thing, sorted. */
  lines(): readonly string[] {
    return [...this.#counts]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([thing, count]) => `${String(count).padStart(8)}  ${thing}`);
  }

  #addResult({ outcome, preFilter, filterAll = {}, scores = [], nominatedNodeUsed, postFilter }: WrittenResult): void {
    this.#happened(`outcome ${outcome}`);
    if (preFilter !== undefined && preFilter.code !== 'Success')
      this.#happened(`pod rejected by ${preFilter.plugin ?? 'node lists'}`);
    if ((preFilter?.nodeNames ?? null) !== null) this.#happened('nodes restricted by PreFilter');
    for (const { plugin = '', code } of Object.values(filterAll).flat())
      this.#happened(`node rejected by ${plugin} (${code})`);
    for (const { plugin, normalized } of scores)
      this.#happened(`score of ${plugin}: ${new Set(normalized).size > 1 ? 'nodes differ' : 'all the same'}`);
    if (nominatedNodeUsed === true) this.#happened('nominated node used');
    if (postFilter === undefined) return;
    this.#happened(`PostFilter ${postFilter.code}`);
    if (postFilter.candidates.length > 1) this.#happened('preemption with several candidates');
    if (postFilter.best.length > 1) this.#happened('preemption with a tie');
    if (postFilter.candidates.some(({ numPDBViolations }) => numPDBViolations > 0))
      this.#happened('preemption with a violated budget');
  }

  #happened(thing: string): void {
    this.#counts.set(thing, this.count(thing) + 1);
  }
}
