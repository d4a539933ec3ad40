import { availableParallelism } from 'node:os';
import process from 'node:process';

/** Who has a turn for longer does not work on: it waits for something, or has ended without a word. */
const TURN_MS = 50n;

/** So long behind a small request the next one is expected: whoever is answered asks again. */
const EXPECTED_MS = 20n;

/** The memory: until when something small is waited for, and behind it until when each turn lasts. */
const AWAITED = 0;
const FIRST_TURN = 1;
const FREE = 0n;
const UNTIL_ANSWERED = 2n ** 62n;

/** A turn that was taken. */
export interface ProcessorTurn {
  readonly place: number;
  readonly until: bigint;
}

/**
 * What the threads of a process leave of its cores to long work while somebody waits for something small: all but one,
 * and at least one. Threads, PostgreSQL and the collection of garbage would else want the cores all at once, and what
 * is small would wait for each of them in turn. Nobody waits for a turn that is not given back, so that none is lost
 * with its thread, and none is waited for by its own holder.
 */
export class ProcessorTurns {
  readonly #cells: BigInt64Array;

  /** `memory`: that of another thread; `now`: milliseconds of a clock that all threads share and nobody sets. */
  constructor(
    readonly memory = new SharedArrayBuffer(BigInt64Array.BYTES_PER_ELEMENT * (FIRST_TURN + turnsOf(CORES))),
    private readonly now: () => bigint = monotonicMs,
  ) {
    this.#cells = new BigInt64Array(memory);
  }

  /** Something small is under way from now on, until `answered`. */
  await(): void {
    Atomics.store(this.#cells, AWAITED, UNTIL_ANSWERED);
  }

  answered(): void {
    Atomics.store(this.#cells, AWAITED, this.now() + EXPECTED_MS);
  }

  /** Whether long work needs turns: something small is under way, or will be at once. */
  get areNeeded(): boolean {
    return Atomics.load(this.#cells, AWAITED) > this.now();
  }

  /** A turn that nobody has; undefined while there is none. */
  take(): ProcessorTurn | undefined {
    const now = this.now();
    const until = now + TURN_MS;
    for (let place = FIRST_TURN; place < this.#cells.length; place += 1) {
      const last = Atomics.load(this.#cells, place);
      if (last <= now && Atomics.compareExchange(this.#cells, place, last, until) === last) return { place, until };
    }
    return undefined;
  }

  /** One that was over already may be another's by now, and stays theirs. */
  giveBack({ place, until }: ProcessorTurn): void {
    Atomics.compareExchange(this.#cells, place, until, FREE);
  }
}

const CORES = availableParallelism();

function turnsOf(cores: number): number {
  return Math.max(1, cores - 1);
}

function monotonicMs(): bigint {
  return process.hrtime.bigint() / 1_000_000n;
}
