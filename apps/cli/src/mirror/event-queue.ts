import { inOrder, type EventOrder } from './event-order.js';

/** An event as it is sent, and when it was seen. */
export interface QueuedEvent {
  /** A line of JSON. */
  readonly line: string;
  readonly seenMs: number;
  /** Of an event of a watch: what it is ordered by among those of other kinds. */
  readonly order?: EventOrder;
}

/** A batch that is taken from the queue. */
export interface TakenEvents {
  readonly lines: readonly string[];
  /** When the oldest was seen; undefined of none. */
  readonly oldestMs: number | undefined;
}

/** Characters that may wait: who brings more waits, and with that the API server. */
const MOST_WAITING = 16 * 2 ** 20;
const MOST_EVENTS = 1_000;
const MOST_CHARACTERS = 2 * 2 ** 20;
/** An event of another kind may be that much longer on its way, and yet come before. */
const SETTLED_MS = 50;

/** Events that wait to be sent, in order. */
export class EventQueue {
  #events: QueuedEvent[] = [];
  #characters = 0;
  #arrived: (() => void) | undefined;
  #waiting: (() => void)[] = [];

  get size(): number {
    return this.#events.length;
  }

  /** Resolves when there is room for more. */
  async push(event: QueuedEvent): Promise<void> {
    this.#events.push(event);
    this.#characters += event.line.length;
    this.#arrived?.();
    while (this.#characters > MOST_WAITING) await new Promise<void>((go) => this.#waiting.push(go));
  }

  /** Resolves when there is an event, or after a time. */
  async arrival(mostMs: number): Promise<void> {
    if (this.#events.length > 0) return;
    await new Promise<void>((go) => {
      const timer = setTimeout(go, mostMs);
      this.#arrived = () => {
        clearTimeout(timer);
        go();
      };
    });
    this.#arrived = undefined;
  }

  /** Ends a wait for events. */
  wake(): void {
    this.#arrived?.();
  }

  /**
   * The first events in their order, as many as go into a batch: up to the last one that is settled, or all where none
   * is. Those after it wait for what may come before them.
   */
  take(nowMs = Infinity): TakenEvents {
    const ordered = inOrder(this.#events.slice(0, 2 * MOST_EVENTS));
    const settled = ordered.findLastIndex(({ seenMs }) => seenMs <= nowMs - SETTLED_MS) + 1;
    const most = Math.min(settled === 0 ? ordered.length : settled, MOST_EVENTS);
    let count = 0;
    for (let characters = 0; count < most; count += 1) {
      characters += ordered[count]?.line.length ?? 0;
      if (count > 0 && characters > MOST_CHARACTERS) break;
    }
    const taken = ordered.slice(0, count);
    this.#events.splice(0, ordered.length, ...ordered.slice(count));
    this.#characters -= taken.reduce((sum, { line }) => sum + line.length, 0);
    for (const go of this.#waiting.splice(0)) go();
    const oldestMs = taken.reduce((oldest, { seenMs }) => Math.min(oldest, seenMs), Infinity);
    return { lines: taken.map(({ line }) => line), oldestMs: count === 0 ? undefined : oldestMs };
  }
}
