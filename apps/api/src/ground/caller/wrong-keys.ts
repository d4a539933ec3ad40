import { ErrorCode, RequestRefused } from '../outcome/index.js';

/** Wrong keys of one address in one window of time. */
interface Window {
  wrong: number;
  /** By the clock of who counts. */
  readonly endsAt: number;
}

/** How many wrong keys may come from one address. */
export interface WrongKeyRate {
  readonly keys: number;
  readonly seconds: number;
}

const RATE: WrongKeyRate = { keys: 30, seconds: 60 };
/** How many addresses are remembered; beyond that the oldest windows are forgotten. */
const MOST_ADDRESSES = 10_000;

/**
 * Counts wrong keys by the address that they come from, so that keys are not tried out. Valid keys from the same
 * address are not held up: many callers may be behind it.
 */
export class WrongKeys {
  readonly #windows = new Map<string, Window>();

  /** `now`: milliseconds of a monotonic clock. */
  constructor(
    private readonly rate: WrongKeyRate = RATE,
    private readonly now: () => number = () => performance.now(),
  ) {}

  /** How many addresses are remembered. */
  get size(): number {
    return this.#windows.size;
  }

  /** Counts a wrong key. Too many from one address are refused, and that refusal is returned instead of 401. */
  count(address: string): RequestRefused | undefined {
    const now = this.now();
    const window = this.#windowOf(address, now);
    window.wrong++;
    if (window.wrong <= this.rate.keys) return undefined;
    const { keys, seconds } = this.rate;
    const wait = Math.ceil((window.endsAt - now) / 1_000);
    return RequestRefused.with(
      ErrorCode.RATE_LIMITED,
      `${keys} wrong keys came from this address in ${seconds} seconds; try again in ${wait} seconds`,
      { 'retry-after': String(wait) },
    );
  }

  #windowOf(address: string, now: number): Window {
    const known = this.#windows.get(address);
    if (known !== undefined && known.endsAt > now) return known;
    // Behind those that are there: what was first is the oldest.
    this.#windows.delete(address);
    const window = { wrong: 0, endsAt: now + this.rate.seconds * 1_000 };
    this.#windows.set(address, window);
    const [oldest] = this.#windows.keys();
    if (this.#windows.size > MOST_ADDRESSES && oldest !== undefined) this.#windows.delete(oldest);
    return window;
  }
}
