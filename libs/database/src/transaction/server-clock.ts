/** What the clock of the database does that the operator of the service should know. */
export interface ClockNotice {
  /**
   * `back`: it says less than before; `behind`: less than the last revision of a cluster, which new ones get the time
   * of meanwhile; `apart`: something else than the clock of this process.
   */
  readonly what: 'back' | 'behind' | 'apart';
  /** What it says now. */
  readonly at: Date;
  /** What it should say at least; for `apart`, what the clock of this process says. */
  readonly expected: Date;
  /** How much they differ by. */
  readonly seconds: number;
}

/** As much as clocks are put back by without a word: they are kept right in smaller steps. */
const STEP_MS = 1_000;
/** Two machines that are kept right are not so far apart. */
const APART_MS = 10_000;

/** When a statement was sent and answered that asked for the time, by `performance.now()`. */
export interface Asked {
  readonly sent: number;
  readonly answered: number;
}

/** The clock of the database, as the transactions of this process see it. Each thing is said once. */
export class ServerClock {
  /** How far it was ahead of `performance.now()` at least, when it was last looked at. */
  #ahead = -Infinity;
  /** The same by the best of the answers: one that took long to be read says less than was right. */
  #bestAhead = -Infinity;
  #isBehind = false;
  #isApart = false;

  constructor(
    private readonly tell: (notice: ClockNotice) => void,
    private readonly wentBack: () => void,
  ) {}

  /** A transaction has received the time; it was right at some moment between the two. */
  saw(at: Date, { sent, answered }: Asked): void {
    const expected = this.#ahead + sent;
    this.#ahead = at.getTime() - answered;
    // No more than it can be by this answer, for clocks are slowed down too.
    this.#bestAhead = Math.min(Math.max(this.#bestAhead, this.#ahead), at.getTime() - sent);
    if (at.getTime() < expected - STEP_MS) {
      this.#isBehind = false;
      this.wentBack();
      this.#tell('back', at, new Date(expected));
    }
    const own = new Date(Date.now() - (performance.now() - answered));
    const isApart = Math.abs(own.getTime() - at.getTime()) > APART_MS + (answered - sent);
    if (isApart && !this.#isApart) this.#tell('apart', at, own);
    this.#isApart = isApart;
  }

  /** What it says now, in milliseconds since the epoch, and no more than that; undefined before it was seen. */
  get present(): number | undefined {
    return Number.isFinite(this.#bestAhead) ? Math.floor(this.#bestAhead + performance.now()) : undefined;
  }

  /** A transaction writes after a revision of a time. */
  follows(last: Date, at: Date): void {
    const isBehind = at.getTime() < last.getTime() - STEP_MS;
    if (isBehind && !this.#isBehind) this.#tell('behind', at, last);
    this.#isBehind ||= isBehind;
  }

  #tell(what: ClockNotice['what'], at: Date, expected: Date): void {
    this.tell({ what, at, expected, seconds: Math.abs(expected.getTime() - at.getTime()) / 1_000 });
  }
}
