import { indexDecisions, type IndexShape } from '#audit';
import type { Caller, Database } from '#database';
import { readHeads } from './heads.queries.js';

/** Steps that one cluster gets before the others have had theirs. */
const STEPS = 4;

/** So long it gives way: a search looks meanwhile at some 100,000 decisions one by one. */
const DEADLINE_MS = 15_000;

export interface DecisionIndexOptions {
  readonly shape?: IndexShape;
  /** Whether this process is deciding: the index gives way, for as long as `deadlineMs`. */
  readonly isBusy?: () => boolean;
  readonly deadlineMs?: number;
}

/**
 * Keeps the index over decisions up to date, behind the log: no decision waits for it, and it waits
 * for decisions. Made from nothing it is made in the same way. Any number of processes may do it; one
 * does each cluster at a time.
 */
export class DecisionIndexService {
  /** The revision that a cluster had when there was nothing left to index. */
  readonly #done = new Map<string, string>();
  #under: Promise<number> | undefined;
  #stopped = false;
  /** Since when it gives way. */
  #waitingSince: number | undefined;

  constructor(
    private readonly database: Database,
    private readonly options: DecisionIndexOptions = {},
  ) {}

  /**
   * Indexes what is enough for a segment, of every cluster, and answers how many decisions that were. A call
   * during another one joins it.
   */
  tidy(caller: Caller): Promise<number> {
    this.#under ??= this.#all(caller).finally(() => {
      this.#under = undefined;
    });
    return this.#under;
  }

  /** Begins no further step; resolves when the one under way has ended. */
  async stop(): Promise<void> {
    this.#stopped = true;
    // The caller receives its failure.
    await this.#under?.catch(() => undefined);
  }

  async #all(caller: Caller): Promise<number> {
    let decisions = 0;
    for (let more = true; more;) {
      if (this.#givesWay()) return decisions;
      more = false;
      const heads = await this.database.transaction(caller, readHeads, { readOnly: true });
      for (const { clusterId: id, revision } of heads) {
        if (this.#done.get(id) === revision) continue;
        const step = await this.#some(caller, id);
        decisions += step.decisions;
        if (step.more) more = true;
        else this.#done.set(id, revision);
      }
      this.#forget(heads.map(({ clusterId }) => clusterId));
    }
    this.#waitingSince = undefined;
    return decisions;
  }

  #givesWay(): boolean {
    const { isBusy = () => false, deadlineMs = DEADLINE_MS } = this.options;
    if (!isBusy()) return false;
    this.#waitingSince ??= performance.now();
    return performance.now() - this.#waitingSince < deadlineMs;
  }

  async #some(caller: Caller, clusterId: string): Promise<{ readonly decisions: number; readonly more: boolean }> {
    let decisions = 0;
    for (let step = 0; step < STEPS && !this.#stopped && !this.#givesWay(); step++) {
      const done = await this.database.transaction(caller, (tx) => indexDecisions(tx, clusterId, this.options.shape));
      decisions += done.decisions;
      if (!done.more) return { decisions, more: false };
    }
    return { decisions, more: !this.#stopped };
  }

  #forget(present: readonly string[]): void {
    const ids = new Set(present);
    for (const id of this.#done.keys()) if (!ids.has(id)) this.#done.delete(id);
  }
}
