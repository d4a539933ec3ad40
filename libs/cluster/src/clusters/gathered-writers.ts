import type { Database } from '#database';
import { asWriter, Busy, type Deadline } from '#requests';
import { laneOf, type Called } from './write-lane.js';

/** So many writers are at work together at most: those behind them wait for all of them. */
const MOST_TOGETHER = 64;

/** A writer that may be at work together with others. */
export interface GatheredWriter extends Called {
  readonly deadline: Deadline;
  /** Called in place of the work, when the deadline passes first. */
  readonly leave: (error: Busy) => void;
}

interface Gathered<Writer> {
  readonly waiting: Map<Writer, NodeJS.Timeout>;
  /** Those that have left included. */
  count: number;
}

/**
 * Gathers the writers that wait for the same cluster: the first of them queues for its mutex, and those that come
 * before it is given have the same turn. So many that wait cost one turn.
 */
export class GatheredWriters<Writer extends GatheredWriter> {
  readonly #gathering = new Map<string, Gathered<Writer>>();

  /** `work` gets those of a turn that have not left. It says to each what it comes to, and never fails. */
  constructor(
    private readonly database: Database,
    private readonly work: (writers: readonly Writer[]) => Promise<void>,
  ) {}

  /** @throws what reading the name of the cluster throws */
  async join(writer: Writer): Promise<void> {
    const lane = await laneOf(this.database, writer);
    const last = this.#gathering.get(lane);
    const gathered = last === undefined || last.count === MOST_TOGETHER ? this.#begin(lane) : last;
    gathered.count += 1;
    const overdue = (): void => {
      gathered.waiting.delete(writer);
      writer.leave(new Busy());
    };
    gathered.waiting.set(writer, setTimeout(overdue, writer.deadline.inLineMs));
  }

  #begin(lane: string): Gathered<Writer> {
    const begun: Gathered<Writer> = { waiting: new Map(), count: 0 };
    this.#gathering.set(lane, begun);
    void asWriter(this.database, lane, () => this.#work(lane, begun));
    return begun;
  }

  async #work(lane: string, begun: Gathered<Writer>): Promise<void> {
    if (this.#gathering.get(lane) === begun) this.#gathering.delete(lane);
    for (const timer of begun.waiting.values()) clearTimeout(timer);
    if (begun.waiting.size > 0) await this.work([...begun.waiting.keys()]);
  }
}
