import type { Transferable } from 'node:worker_threads';
import type { ChunkQuestion } from './chunks.js';
import type { FromThread, ToThread } from './messages.js';
import type { KeptArguments } from './sent-arguments.js';
import { originOf, receivedError, sentError } from './sent-error.js';

/** A message of a thread about a call. */
type CallMessage = Exclude<FromThread, { readonly type: 'threadNews' }>;

/** A call of another thread, on the side of the caller. */
export class OutgoingCall {
  /** Settles as the work does. */
  readonly ended: Promise<unknown>;
  /** What was thrown on this side, by number: it comes back as itself, of any class. */
  readonly #thrown: unknown[] = [];
  #resolve: (value: unknown) => void = () => undefined;
  #reject: (error: unknown) => void = () => undefined;

  constructor(
    private readonly id: number,
    private readonly kept: KeptArguments,
    private readonly send: (message: ToThread, transfer?: readonly Transferable[]) => void,
  ) {
    this.ended = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
    kept.signal?.addEventListener('abort', this.#abort, { once: true });
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
      case 'callback':
        this.kept.callbacks[message.callback]?.(...message.values);
        return;
      case 'question':
        void this.#answer(message);
    }
  }

  /** The thread has exited. */
  fail(error: Error): void {
    this.#reject(error);
  }

  /** The caller has its answer. */
  close(): void {
    this.kept.signal?.removeEventListener('abort', this.#abort);
  }

  readonly #abort = (): void => {
    this.send({ type: 'abort', call: this.id, reason: this.#keep(this.kept.signal?.reason) });
  };

  async #answer({ question, stream, asked }: Asked): Promise<void> {
    try {
      const chunk = await this.kept.streams[stream]?.(asked);
      const message: ToThread = { type: 'chunk', call: this.id, question, chunk };
      this.send(message, chunk instanceof Uint8Array && chunk.buffer instanceof ArrayBuffer ? [chunk.buffer] : []);
    } catch (error) {
      this.send({ type: 'noChunk', call: this.id, question, error: this.#keep(error) });
    }
  }

  #keep(error: unknown) {
    this.#thrown.push(error);
    return sentError(error, this.#thrown.length - 1);
  }
}

interface Asked {
  readonly question: number;
  readonly stream: number;
  readonly asked: ChunkQuestion;
}
