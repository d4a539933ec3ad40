import { Worker, type ResourceLimits } from 'node:worker_threads';
import { currentCarrier } from '#spans';
import type { Answer, Arguments, JobName, ThreadShape } from './job.js';
import type { FromThread, ToThread } from './messages.js';
import { OutgoingCall } from './outgoing-call.js';
import { partedArguments } from './sent-arguments.js';

/** The thread that worked on a call has exited, and the call is lost. */
export class ThreadLost extends Error {
  constructor(why: string) {
    super(`the thread that worked on it ended: ${why}`);
    this.name = 'ThreadLost';
  }
}

/** Bounds of V8 for the heap of a thread, in MiB: for what lives long, and for what is new. */
export type HeapLimits = Pick<ResourceLimits, 'maxOldGenerationSizeMb' | 'maxYoungGenerationSizeMb'>;

/** The script that a thread runs, and the receivers of its events. */
export interface ThreadOptions<Shape extends ThreadShape> {
  /** The module that serves its jobs. */
  readonly module: URL;
  /** What `serveJobs` finds as its settings: plain data. */
  readonly settings: unknown;
  readonly limits?: HeapLimits;
  readonly onNews: (news: Shape['news']) => void;
  /** Called when it ended by itself. */
  readonly onLost: (error: ThreadLost) => void;
}

/** One worker thread, and the calls that are open in it. It does not keep the process alive by itself. */
export class Thread<Shape extends ThreadShape> {
  readonly #worker: Worker;
  readonly #calls = new Map<number, OutgoingCall>();
  /** The jobs of open calls, and how many of each. */
  readonly #jobs = new Map<string, number>();
  #last = 0;
  #failure: string | undefined;
  #lost: ThreadLost | undefined;
  #stopping = false;

  constructor(private readonly options: ThreadOptions<Shape>) {
    this.#worker = new Worker(options.module, {
      workerData: options.settings,
      ...(options.limits !== undefined && { resourceLimits: options.limits }),
    });
    this.#worker.unref();
    this.#worker.on('message', (message: FromThread) => {
      this.#hear(message);
    });
    this.#worker.on('error', ({ message }) => {
      this.#failure = message;
    });
    this.#worker.once('exit', (code) => {
      this.#end(code);
    });
  }

  /** Calls that are open in it. */
  get load(): number {
    return this.#calls.size;
  }

  /** Of those, the ones of a job. */
  loadOf(job: JobName<Shape>): number {
    return this.#jobs.get(job) ?? 0;
  }

  /** @throws what the job throws, what a signal of the arguments was aborted with, and ThreadLost */
  async call<Name extends JobName<Shape>>(job: Name, args: Arguments<Shape, Name>): Promise<Answer<Shape, Name>> {
    if (this.#lost !== undefined) throw this.#lost;
    const { sent, kept } = partedArguments(args);
    kept.signal?.throwIfAborted();
    const id = ++this.#last;
    const call = new OutgoingCall(id, kept, (message, transfer) => {
      this.#worker.postMessage(message, transfer);
    });
    this.#calls.set(id, call);
    this.#jobs.set(job, this.loadOf(job) + 1);
    // An open call keeps the process alive.
    if (this.#calls.size === 1) this.#worker.ref();
    try {
      const carrier = currentCarrier();
      const message: ToThread = { type: 'call', call: id, job, args: sent, ...(carrier && { carrier }) };
      this.#worker.postMessage(message);
      return (await call.ended) as Answer<Shape, Name>;
    } finally {
      this.#calls.delete(id);
      this.#jobs.set(job, this.loadOf(job) - 1);
      if (this.#calls.size === 0) this.#worker.unref();
      call.close();
    }
  }

  /** Ends it at once, with every open call. */
  async stop(): Promise<void> {
    this.#stopping = true;
    await this.#worker.terminate();
  }

  #hear(message: FromThread): void {
    if (message.type === 'threadNews') this.options.onNews(message.news);
    else this.#calls.get(message.call)?.hear(message);
  }

  #end(code: number): void {
    const lost = new ThreadLost(this.#stopping ? 'it was stopped' : (this.#failure ?? `exit code ${code}`));
    this.#lost = lost;
    for (const call of this.#calls.values()) call.fail(lost);
    if (!this.#stopping) this.options.onLost(lost);
  }
}
