import { setTimeout } from 'node:timers/promises';
import { run, type Runner, type RunnerOptions } from 'graphile-worker';

/** What failed for want of a database is tried again after this. */
const AGAIN_MS = 1_000;

/** What a lane is made of. */
export interface LaneOptions {
  readonly runner: RunnerOptions;
  /** Gives up the jobs that the worker of the lane held when it failed. */
  readonly release: () => Promise<unknown>;
  readonly onFailure: (error: unknown) => void;
}

/** A worker of this process, which does one job at a time for as long as it is not stopped. */
export class Lane {
  #runner: Runner | undefined;
  #isStopped = false;
  #ended: Promise<void> = Promise.resolve();

  constructor(private readonly options: LaneOptions) {}

  /** @throws when the database is away */
  async start(): Promise<void> {
    const first = await this.#run();
    this.#ended = this.#keep(first);
  }

  /** Resolves when its job has ended, or is given up. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    if (this.#runner !== undefined) await stopped(this.#runner);
    await this.#ended;
  }

  /** The worker ends when it cannot record the end of a job: the lane begins anew. */
  async #run(): Promise<Runner> {
    await this.options.release();
    const runner = await run(this.options.runner);
    runner.events.on('worker:fatalError', ({ error }) => {
      this.options.onFailure(error);
      void stopped(runner);
    });
    this.#runner = runner;
    return runner;
  }

  async #keep(first: Runner): Promise<void> {
    let runner: Runner | undefined = first;
    while (!this.#stopped) {
      try {
        await runner?.promise;
      } catch (error) {
        this.options.onFailure(error);
      }
      runner = await this.#again();
    }
    if (runner !== undefined) await stopped(runner);
  }

  async #again(): Promise<Runner | undefined> {
    if (this.#stopped) return undefined;
    await setTimeout(AGAIN_MS, undefined, { ref: false });
    if (this.#stopped) return undefined;
    // The database may be away still.
    return this.#run().catch(() => undefined);
  }

  /** Asked anew after each wait. */
  get #stopped(): boolean {
    return this.#isStopped;
  }
}

/** One that is stopped already says so by an error. */
async function stopped(runner: Runner): Promise<void> {
  await runner.stop().catch(() => undefined);
}
