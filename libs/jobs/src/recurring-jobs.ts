import type { Caller, Database } from '#database';
import type { Tasks } from './job-runner.js';

/** Work that is done again and again, by one process at a time. */
export interface RecurringWork {
  /** The name of its task. */
  readonly task: string;
  /** From its end to the next time that it is due. */
  readonly everyMs: number;
  /** It ends soon, and waits for no long job. */
  readonly isQuick: boolean;
  /** It is due again also when it fails. */
  readonly does: () => Promise<void>;
}

/** Jobs that recur, over any number of processes. */
export class RecurringJobs {
  readonly quick: Tasks;
  readonly long: Tasks;

  constructor(
    private readonly database: Database,
    private readonly options: { readonly works: readonly RecurringWork[]; readonly caller: Caller },
  ) {
    const of = (isQuick: boolean): Tasks =>
      Object.fromEntries(
        options.works.flatMap((work) => (work.isQuick === isQuick ? [[work.task, () => this.#perform(work)]] : [])),
      );
    this.quick = of(true);
    this.long = of(false);
  }

  /** For the start of a process: work that waits keeps its time, and other work is due at once. */
  async begin(): Promise<void> {
    for (const { task } of this.options.works) await this.#due(task, 0);
  }

  async #perform({ task, everyMs, does }: RecurringWork): Promise<void> {
    try {
      await does();
    } finally {
      await this.#due(task, everyMs);
    }
  }

  async #due(task: string, inMs: number): Promise<void> {
    await this.database.transaction(this.options.caller, (tx) =>
      tx.query('SELECT berth_recur($1, $2)', [task, new Date(tx.now.getTime() + inMs)]),
    );
  }
}
