import type { Transferable } from 'node:worker_threads';
import type { CallOptions, JobShape } from './job.js';
import type { FromThread, ToThread } from './messages.js';
import { originOf, receivedError, sentError } from './sent-error.js';

/** What a thread says of a call. */
type CallMessage = Exclude<FromThread, { readonly type: 'threadNews' }>;

/** A call of another thread, from the side that made it. */
export class OutgoingCall {
  /** Settles as the work does. */
  readonly ended: Promise<unknown>;
  /** What was thrown on this side, by number: it comes back as itself, whatever class it has. */
  readonly #thrown: unknown[] = [];
  #resolve: (value: unknown) => void = () => undefined;
  #reject: (error: unknown) => void = () => undefined;

  constructor(
    private readonly id: number,
    private readonly options: CallOptions<JobShape>,
    private readonly send: (message: ToThread, transfer?: readonly Transferable[]) => void,
  ) {
    this.ended = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
    options.signal?.addEventListener('abort', this.#abort, { once: true });
  }

  hear(message: CallMessage): void {
    switch (message.type) {
      case 'output':
        this.#resolve(message.value);
        return;
      case 'failure': {
        const error = receivedError(message.error);
        const origin = originOf(error);
        this.#reject(origin === undefined ? error : this.#thrown[origin]);
        return;
      }
      case 'news':
        this.options.onNews?.(message.news);
        return;
      case 'question':
        void this.#answer(message.question, message.value);
    }
  }

  /** The thread is gone. */
  fail(error: Error): void {
    this.#reject(error);
  }

  /** Nobody waits any more. */
  close(): void {
    this.options.signal?.removeEventListener('abort', this.#abort);
  }

  readonly #abort = (): void => {
    this.send({ type: 'abort', call: this.id, reason: this.#keep(this.options.signal?.reason) });
  };

  async #answer(question: number, asked: unknown): Promise<void> {
    try {
      const value = await this.options.answer?.(asked);
      const message: ToThread = { type: 'answer', call: this.id, question, value };
      this.send(message, value instanceof Uint8Array && value.buffer instanceof ArrayBuffer ? [value.buffer] : []);
    } catch (error) {
      this.send({ type: 'noAnswer', call: this.id, question, error: this.#keep(error) });
    }
  }

  #keep(error: unknown) {
    this.#thrown.push(error);
    return sentError(error, this.#thrown.length - 1);
  }
}
