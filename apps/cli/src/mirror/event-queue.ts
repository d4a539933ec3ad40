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

  /** The first events, as many as go into a batch. */
  take(): TakenEvents {
    let count = 0;
    for (let characters = 0; count < Math.min(this.#events.length, MOST_EVENTS); count += 1) {
      characters += this.#events[count]?.line.length ?? 0;
      if (count > 0 && characters > MOST_CHARACTERS) break;
    }
    const taken = this.#events.splice(0, count);
    this.#characters -= taken.reduce((sum, { line }) => sum + line.length, 0);
    for (const go of this.#waiting.splice(0)) go();
    return { lines: inOrder(taken).map(({ line }) => line), oldestMs: taken[0]?.seenMs };
  }
}
