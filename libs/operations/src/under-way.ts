import type { NotedProgress } from './operation.store.js';

/** What work says of itself while it is done. */
export interface Reported {
  readonly done: number;
  /** Where more is known of it than when it was asked for. */
  readonly total?: number;
  readonly message?: string;
}

/** Why work ends that was under way: its row says so already, or its process ends. */
export class OperationStopped extends Error {
  constructor(readonly why: 'ended' | 'interrupted') {
    super(why === 'ended' ? 'the operation has ended' : 'the process ends');
  }
}

/** An operation that this process has. */
export class UnderWay {
  /** What is still to be noted of its end when the waiting caller has received it. */
  noting: Promise<void> = Promise.resolve();
  /** Resolves when it has ended, and its row says so or cannot be made to. */
  settled: Promise<void> = Promise.resolve();
  readonly #abort = new AbortController();
  #reported: Reported = { done: 0 };

  readonly id: string;
  readonly #total: number;
  /** Whether a caller waits for it, whose disconnection ends it. */
  readonly isWaitedFor: boolean;
  /** Which beginning of a job it is, from 1; 0 where a caller waits for it. */
  readonly attempt: number;

  constructor({ id, total, attempt }: { readonly id: string; readonly total: number; readonly attempt?: number }) {
    this.id = id;
    this.#total = total;
    this.isWaitedFor = attempt === undefined;
    this.attempt = attempt ?? 0;
  }

  /** Aborted when it is to end. */
  get signal(): AbortSignal {
    return this.#abort.signal;
  }

  /** How far it is; never beyond its end, which is not known when it begins. */
  get progress(): NotedProgress {
    const { done, total = this.#total, message = '' } = this.#reported;
    return { id: this.id, attempt: this.attempt, done: Math.min(done, total), total, message };
  }

  tell(reported: Reported): void {
    this.#reported = reported;
  }

  stop(reason: unknown): void {
    this.#abort.abort(reason);
  }
}
