import type { JobShape, OpenCall } from './job.js';
import type { FromThread, ToThread } from './messages.js';
import { receivedError, sentError } from './sent-error.js';

interface Waiting {
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: unknown) => void;
}

/** A call from another thread, on the side that does the work. */
export class IncomingCall implements OpenCall<JobShape> {
  readonly #abort = new AbortController();
  readonly #questions = new Map<number, Waiting>();
  #last = 0;

  constructor(
    private readonly id: number,
    private readonly send: (message: FromThread) => void,
  ) {}

  get signal(): AbortSignal {
    return this.#abort.signal;
  }

  tell(news: unknown): void {
    this.send({ type: 'news', call: this.id, news });
  }

  ask(value: unknown): Promise<unknown> {
    const question = ++this.#last;
    return new Promise((resolve, reject) => {
      this.#questions.set(question, { resolve, reject });
      this.send({ type: 'question', call: this.id, question, value });
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
    if (message.type === 'answer') waiting?.resolve(message.value);
    else waiting?.reject(receivedError(message.error));
  }
}
