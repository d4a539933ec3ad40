import { availableParallelism } from 'node:os';
import process from 'node:process';

/** A permit expires after this time: its holder waits for something else by then, or its thread has died. */
const PERMIT_MS = 50n;

/** Permits are still needed so long after a small request: a client that was answered usually asks again. */
const EXPECTED_MS = 20n;

/** Cells of the shared memory: until when small requests are in progress, then until when each permit is taken. */
const AWAITED = 0;
const FIRST_PERMIT = 1;
const FREE = 0n;
const UNTIL_ANSWERED = 2n ** 62n;

/** A permit that was acquired: which one, and until when it is the holder's. */
export interface CorePermit {
  readonly place: number;
  readonly until: bigint;
}

/**
 * Shares the cores between the long work of all threads of a process while small requests are in progress: there is a
 * permit for each core but one, and at least one, and each slice of long work acquires one. Otherwise all threads,
 * PostgreSQL and the garbage collector would want the cores at once, and a small request would wait for each of them.
 * A permit that is not released expires, so that none is lost with its thread.
 */
export class CoreSemaphore {
  readonly #cells: BigInt64Array;

  /** `memory`: that of another thread; `now`: milliseconds of a monotonic clock that all threads share. */
  constructor(
    readonly memory = new SharedArrayBuffer(BigInt64Array.BYTES_PER_ELEMENT * (FIRST_PERMIT + permitsOf(CORES))),
    private readonly now: () => bigint = monotonicMs,
  ) {
    this.#cells = new BigInt64Array(memory);
  }

  /** A small request is in progress from now on, until `answered`. */
  await(): void {
    Atomics.store(this.#cells, AWAITED, UNTIL_ANSWERED);
  }

  answered(): void {
    Atomics.store(this.#cells, AWAITED, this.now() + EXPECTED_MS);
  }

  /** Whether long work needs permits: a small request is in progress, or the next one is expected. */
  get areNeeded(): boolean {
    return Atomics.load(this.#cells, AWAITED) > this.now();
  }

  /** Acquires a permit that is free; undefined while there is none. */
  acquire(): CorePermit | undefined {
    const now = this.now();
    const until = now + PERMIT_MS;
    for (let place = FIRST_PERMIT; place < this.#cells.length; place += 1) {
      const last = Atomics.load(this.#cells, place);
      if (last <= now && Atomics.compareExchange(this.#cells, place, last, until) === last) return { place, until };
    }
    return undefined;
  }

  /** A permit that has expired may be another thread's by now, and stays theirs. */
  release({ place, until }: CorePermit): void {
    Atomics.compareExchange(this.#cells, place, until, FREE);
  }
}

const CORES = availableParallelism();

function permitsOf(cores: number): number {
  return Math.max(1, cores - 1);
}

function monotonicMs(): bigint {
  return process.hrtime.bigint() / 1_000_000n;
}
