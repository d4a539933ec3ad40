import { askedChunks, type Chunk, type ChunkQuestion } from './chunks.js';
import type { FromThread, ToThread } from './messages.js';
import { joinedArguments, type SentArguments } from './sent-arguments.js';
import { receivedError, sentError } from './sent-error.js';

interface Waiting {
  readonly resolve: (chunk: Chunk | undefined) => void;
  readonly reject: (error: unknown) => void;
}

/** A call from another thread, on the side that does the work. */
export class IncomingCall {
  readonly #abort = new AbortController();
  readonly #questions = new Map<number, Waiting>();
  #last = 0;

  constructor(
    private readonly id: number,
    private readonly send: (message: FromThread) => void,
  ) {}

  /** The arguments, with stand-ins for what stays with the caller. */
  argumentsOf(sent: SentArguments): unknown[] {
    return joinedArguments(sent, {
      callback:
        (callback) =>
        (...values) => {
          this.send({ type: 'callback', call: this.id, callback, values });
        },
      stream: (stream) => askedChunks((asked) => this.#ask(stream, asked)),
      signal: this.#abort.signal,
    });
  }

  /** Does the work and says how it ended. */
  async run(work: () => Promise<unknown>): Promise<void> {
    try {
      this.send({ type: 'output', call: this.id, value: await work() });
    } catch (error) {
      this.send({ type: 'failure', call: this.id, error: sentError(error) });
    }
  }

  hear(message: Exclude<ToThread, { readonly type: 'call' }>): void {
    if (message.type === 'abort') {
      this.#abort.abort(receivedError(message.reason));
      return;
    }
    const waiting = this.#questions.get(message.question);
    this.#questions.delete(message.question);
    if (message.type === 'chunk') waiting?.resolve(message.chunk);
    else waiting?.reject(receivedError(message.error));
  }

  #ask(stream: number, asked: ChunkQuestion): Promise<Chunk | undefined> {
    const question = ++this.#last;
    return new Promise((resolve, reject) => {
      this.#questions.set(question, { resolve, reject });
      this.send({ type: 'question', call: this.id, question, stream, asked });
    });
  }
}
