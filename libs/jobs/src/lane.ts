import { setTimeout } from 'node:timers/promises';
import { EventEmitter } from 'node:events';
import {
  runTaskList,
  type TaskList,
  type Worker,
  type WorkerEvents,
  type WorkerPool,
  type WorkerPoolOptions,
} from 'graphile-worker';
import type { JobPool } from './job-pool.js';
import type { Flags } from './lane-shares.js';

/** What failed for want of a database is tried again after this. */
const AGAIN_MS = 1_000;

/** The package looks for jobs at this interval, which nothing waits for: its process says when one is due. */
const POLL_MS = 3_600_000;

/** What a lane is made of. */
export interface LaneOptions {
  readonly worker: WorkerPoolOptions;
  readonly tasks: TaskList;
  readonly pool: JobPool;
  /** Gives up the jobs that the worker of the lane held when it failed. */
  readonly release: () => Promise<unknown>;
  /** Called when it looked for a job and has none. */
  readonly onNone: () => void;
  readonly onFailure: (error: unknown) => void;
  /** How long a stop waits for a job: then the lane gives it up, and another process begins it again. */
  readonly graceMs: number;
  /** Where the lane shares its process with other teams' jobs: called before it looks for a job, and after that. */
  readonly share?: { readonly look: () => Promise<string[]>; readonly found: (flags: Flags) => void };
}

/** A worker of this process, which does one job at a time for as long as it is not stopped. */
export class Lane {
  #worker: WorkerPool | undefined;
  /** That of the worker which looks for jobs, while it does. */
  #looking: Worker | undefined;
  #isStopped = false;
  #ended: Promise<void> = Promise.resolve();

  constructor(private readonly options: LaneOptions) {}

  /** @throws when the database is away */
  async start(): Promise<void> {
    await this.#begin();
    this.#ended = this.#keep();
  }

  /** A job is due: it looks for one, unless it has one. */
  look(): void {
    this.#looking?.nudge();
  }

  /** Resolves when its job has ended, or is given up. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    const overdue = new AbortController();
    const isOverdue = setTimeout(this.options.graceMs, true, { signal: overdue.signal }).catch(() => false);
    const ended = Promise.all([this.#stopWorker(), this.#ended]).then(() => false);
    // Without a database the lease runs out, which gives the job up too.
    if (await Promise.race([ended, isOverdue])) await this.options.release().catch(() => undefined);
    overdue.abort();
  }

  /**
   * The worker ends when it cannot record the end of a job: the lane begins anew. The package's own runner has a clock
   * for recurring jobs beside the worker, which Berth does not use, and whose failure nothing catches. A worker is a
   * promise of its end, so no promise may resolve to it.
   */
  async #begin(): Promise<void> {
    const { release, tasks, pool, onNone, onFailure, share } = this.options;
    await release();
    const events: WorkerEvents = new EventEmitter();
    events.on('worker:fatalError', ({ error }) => {
      if (!this.#isStopped) onFailure(error);
      void this.#stopWorker();
    });
    events.on('worker:create', ({ worker }) => {
      this.#looking = worker;
    });
    events.on('worker:release', () => {
      this.#looking = undefined;
    });
    events.on('job:start', ({ job }) => {
      share?.found(job.flags);
    });
    for (const none of ['worker:getJob:empty', 'worker:getJob:error'] as const)
      events.on(none, () => {
        share?.found(null);
        onNone();
      });
    const worker = {
      ...{ ...this.options.worker, events, pollInterval: POLL_MS },
      ...(share && { forbiddenFlags: share.look }),
    };
    this.#worker = runTaskList(worker, tasks, pool);
  }

  async #keep(): Promise<void> {
    while (!this.#stopped) {
      await this.#worker?.promise;
      if (!this.#stopped) await setTimeout(AGAIN_MS, undefined, { ref: false });
      // The database may be away still.
      if (!this.#stopped) await this.#begin().catch(() => undefined);
    }
    await this.#stopWorker();
  }

  /** Resolves when it has ended. To one that ends already the second call means nothing. */
  async #stopWorker(): Promise<void> {
    await this.#worker?.gracefulShutdown();
    await this.#worker?.promise;
  }

  /** Asked anew after each wait. */
  get #stopped(): boolean {
    return this.#isStopped;
  }
}
