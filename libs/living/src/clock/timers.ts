import TinyQueue from 'tinyqueue';
import { TrackedMap, type MapDifference } from '../state/index.js';

/** What is to happen at a time: a controller looks at a key. */
export interface Timer {
  /** Milliseconds since 1970. */
  readonly at: number;
  /** The controller's place in the order of controllers. */
  readonly owner: number;
  readonly key: string;
}

/** The timers of a cluster: at most one a controller and key, the earliest first, then by controller and key. */
export class Timers {
  readonly #current = new TrackedMap<Timer>();
  #heap = new TinyQueue<Timer>([], compareTimers);

  /** Puts a timer in the place of the one of its controller and key. */
  set(timer: Timer): void {
    const id = timerId(timer);
    if (this.#current.get(id)?.at === timer.at) return;
    this.#current.set(id, timer);
    this.#heap.push(timer);
    if (this.#heap.length > 2 * this.#current.size + 64) this.#compact();
  }

  /** The same, unless there is an earlier one. // as client-go workqueue AddAfter */
  setBy(timer: Timer): void {
    const current = this.#current.get(timerId(timer));
    if (current === undefined || timer.at < current.at) this.set(timer);
  }

  cancel(owner: number, key: string): void {
    this.#current.delete(timerId({ owner, key }));
  }

  /** The earliest timer. */
  peek(): Timer | undefined {
    for (;;) {
      const first = this.#heap.peek();
      if (first === undefined || this.#isCurrent(first)) return first;
      this.#heap.pop();
    }
  }

  /** Takes the earliest timer, if it is due by then. */
  take(by: number): Timer | undefined {
    const first = this.peek();
    if (first === undefined || first.at > by) return undefined;
    this.#heap.pop();
    this.#current.delete(timerId(first));
    return first;
  }

  /** All of them, in the order in which they come. */
  all(): Timer[] {
    return [...this.#current.values()].sort(compareTimers);
  }

  /** What has changed since this was called last. */
  takeDifference(): MapDifference<Timer> {
    return this.#current.take();
  }

  #isCurrent(timer: Timer): boolean {
    return this.#current.get(timerId(timer)) === timer;
  }

  /** Timers that were replaced stay in the heap until they are in the majority. */
  #compact(): void {
    this.#heap = new TinyQueue([...this.#current.values()], compareTimers);
  }
}

/** Of the timer of a controller and key. */
export function timerId({ owner, key }: Omit<Timer, 'at'>): string {
  return `${owner} ${key}`;
}

/** The order in which timers come. */
export function compareTimers(a: Timer, b: Timer): number {
  return a.at - b.at || a.owner - b.owner || (a.key < b.key ? -1 : a.key > b.key ? 1 : 0);
}
