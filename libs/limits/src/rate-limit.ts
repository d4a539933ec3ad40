import { RateLimiterRes, type RateLimiterAbstract } from 'rate-limiter-flexible';
import type { Rate } from './counters.store.js';

/** What remains of the rate of a caller. */
export interface Allowance {
  readonly granted: boolean;
  readonly rate: Rate;
  /** How much more there is in the present window, as far as this process knows: others may take of it. */
  readonly remaining: number;
  /** Seconds until the next window begins. */
  readonly resetSeconds: number;
}

/** The window of a caller, as this process knows it. */
interface Window {
  /** Taken from the counter, and not used yet. */
  left: number;
  /** What the counter had beyond that when it was asked last. */
  beyond: number;
  /** By `performance.now()`. */
  endsAt: number;
  asking?: Promise<void>;
}

/** A rate is taken from the counter in so many parts: a point in memory costs microseconds, asking a millisecond. */
const BLOCKS = 20;

/**
 * A rate that processes share: each takes blocks of it from the counter and deals them out itself, so that few requests
 * wait for the counter, and none that is refused. What a process has taken and does not use is lost to the others
 * until the window ends: a twentieth at most for each of them.
 */
export class RateLimit {
  readonly #windows = new Map<string, Window>();
  readonly #block: number;
  #sweptAt = 0;

  constructor(
    private readonly counter: Pick<RateLimiterAbstract, 'consume'>,
    private readonly rate: Rate,
  ) {
    this.#block = Math.max(1, Math.floor(rate.points / BLOCKS));
  }

  /** Takes one point of the rate of a caller. @throws errors of the counter */
  async take(key: string): Promise<Allowance> {
    this.#sweep();
    for (;;) {
      const window = this.#windowOf(key);
      if (window.left > 0) {
        window.left--;
        return this.#allowance(true, window);
      }
      if (window.beyond === 0) return this.#allowance(false, window);
      await (window.asking ??= this.#fill(key, window));
    }
  }

  /** How many windows are remembered. */
  get size(): number {
    return this.#windows.size;
  }

  #windowOf(key: string): Window {
    const known = this.#windows.get(key);
    if (known !== undefined && known.endsAt > performance.now()) return known;
    const window = { left: 0, beyond: this.rate.points, endsAt: performance.now() + this.rate.seconds * 1_000 };
    this.#windows.set(key, window);
    return window;
  }

  async #fill(key: string, window: Window): Promise<void> {
    const { points } = this.rate;
    try {
      const { consumedPoints, msBeforeNext } = await this.#consume(key);
      const before = Math.min(consumedPoints - this.#block, points);
      window.left += Math.min(points - before, this.#block);
      window.beyond = Math.max(points - consumedPoints, 0);
      window.endsAt = performance.now() + msBeforeNext;
    } finally {
      delete window.asking;
    }
  }

  /** The library throws its answer where it refuses. */
  async #consume(key: string): Promise<RateLimiterRes> {
    try {
      return await this.counter.consume(key, this.#block);
    } catch (error) {
      if (error instanceof RateLimiterRes) return error;
      throw error;
    }
  }

  #allowance(granted: boolean, { left, beyond, endsAt }: Window): Allowance {
    const resetSeconds = Math.max(1, Math.ceil((endsAt - performance.now()) / 1_000));
    return { granted, rate: this.rate, remaining: left + beyond, resetSeconds };
  }

  /** Windows of those who do not come any more are forgotten. */
  #sweep(): void {
    const now = performance.now();
    if (now < this.#sweptAt + this.rate.seconds * 1_000) return;
    this.#sweptAt = now;
    for (const [key, { endsAt, asking }] of this.#windows)
      if (endsAt <= now && asking === undefined) this.#windows.delete(key);
  }
}
