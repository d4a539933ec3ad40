import type { JobsSeen } from './due-jobs.queries.js';

/** What looks for jobs that are due. */
export interface DueJobsOptions {
  readonly look: () => Promise<JobsSeen>;
  /** Called when a job is due: the lanes take it. */
  readonly onDue: () => void;
  /** Called with what a look failed with. */
  readonly onFailure: (error: unknown) => void;
  /** Jobs of processes that are gone, and those that became due, are looked for this often: every 5 s unless given. */
  readonly lookMs?: number | undefined;
}

const LOOK_MS = 5_000;
/** What a lane found nothing for may be due soon: it is looked for at once, but no more often than this. */
const LEAST_MS = 2_000;
/** A timer ends up to a millisecond early by the clock of the database. */
const LATE_MS = 5;

/**
 * Looks for jobs in place of all lanes of a process, one statement each time: lanes hear of new jobs, and look for none
 * by themselves. For a job that becomes due before the next look there is a timer.
 */
export class DueJobs {
  #looking: NodeJS.Timeout | undefined;
  #due: NodeJS.Timeout | undefined;
  #isUnderWay = false;
  #hasFailed = false;
  #lastAt = -Infinity;

  constructor(private readonly options: DueJobsOptions) {}

  start(): void {
    this.#next(this.#lookMs);
  }

  stop(): void {
    clearTimeout(this.#looking);
    clearTimeout(this.#due);
    this.#looking = undefined;
  }

  /** A lane found nothing: the next job may be due before the next look. */
  soon(): void {
    if (this.#looking === undefined || this.#isUnderWay) return;
    this.#next(Math.max(0, this.#lastAt + LEAST_MS - performance.now()));
  }

  get #lookMs(): number {
    return this.options.lookMs ?? LOOK_MS;
  }

  #next(inMs: number): void {
    clearTimeout(this.#looking);
    this.#looking = setTimeout(() => void this.#look(), inMs).unref();
  }

  async #look(): Promise<void> {
    this.#isUnderWay = true;
    this.#lastAt = performance.now();
    try {
      const { released, dueInMs } = await this.options.look();
      // While the database was away lanes failed, and heard of nothing.
      const isDue = released > 0 || this.#hasFailed || (dueInMs !== null && dueInMs <= 0);
      this.#hasFailed = false;
      if (this.#looking === undefined) return;
      if (isDue) this.options.onDue();
      else this.#await(dueInMs);
    } catch (error) {
      this.#hasFailed = true;
      this.options.onFailure(error);
    } finally {
      this.#isUnderWay = false;
      if (this.#looking !== undefined) this.#next(this.#lookMs);
    }
  }

  #await(dueInMs: number | null): void {
    clearTimeout(this.#due);
    if (dueInMs === null || dueInMs > this.#lookMs) return;
    this.#due = setTimeout(this.options.onDue, dueInMs + LATE_MS).unref();
  }
}
