import pg from 'pg';
import { clientOptions, endClient } from '../connection/index.js';

/** A range of time that history has partitions of, in milliseconds since the epoch; `until` is none of it. */
interface Range {
  readonly from: number;
  readonly until: number;
}

/**
 * The times that history has partitions for, as far as this process has asked: every row of it has the time of its
 * transaction, and a clock may say any. Months ahead are made in time; this is for a clock that jumps.
 */
export class HistoryRoom {
  #ranges: readonly Range[] = [];
  #asked = Promise.resolve();

  constructor(
    private readonly url: string,
    private readonly answerMs = ANSWER_MS,
  ) {}

  /** Whether there is a partition for a time, as far as is known. */
  has(at: Date): boolean {
    const time = at.getTime();
    return this.#ranges.some(({ from, until }) => from <= time && time < until);
  }

  /**
   * Makes the partition for a time where there is none. One call asks at a time, on a connection of its own: the calls
   * that wait for it hold theirs. An answer that a network loses is waited for as long as the server may work on it.
   * @throws what `pg` throws when the server is away or does not answer, or history is locked for long
   */
  make(at: Date): Promise<void> {
    const asked = this.#asked.then(async () => {
      if (this.has(at)) return;
      const range = await this.#partitionOf(at);
      this.#ranges = [...this.#ranges, range];
    });
    this.#asked = asked.catch(() => undefined);
    return asked;
  }

  /** Time has come to where it was before: the partitions of then may be archived meanwhile. */
  forget(): void {
    this.#ranges = [];
  }

  async #partitionOf(at: Date): Promise<Range> {
    const client = new pg.Client({ ...clientOptions(this.url, 'berth'), query_timeout: this.answerMs });
    client.on('error', () => undefined);
    try {
      await client.connect();
      await client.query(`BEGIN; ${TIMEOUTS}; SET LOCAL ROLE berth_engine`);
      const { rows } = await client.query<{ lower_bound: Date | null; upper_bound: Date }>(
        'SELECT lower_bound, upper_bound FROM berth_make_partition_of($1)',
        [at],
      );
      await client.query('COMMIT');
      const [made] = rows;
      if (made === undefined) throw new Error('berth_make_partition_of answered nothing');
      return { from: made.lower_bound?.getTime() ?? -Infinity, until: made.upper_bound.getTime() };
    } finally {
      await endClient(client).catch(() => undefined);
    }
  }
}

/**
 * History is locked for a moment while it is archived. Said in the transaction, for a pooler in between takes no such
 * things when a connection is made.
 */
const TIMEOUTS = "SET LOCAL lock_timeout = '10s'; SET LOCAL statement_timeout = '12s'";
/** Longer than a statement may take at the server. */
const ANSWER_MS = 15_000;
