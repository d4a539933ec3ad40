import { isConnectionLost, type Caller, type Database, type Lease } from '#database';
import { runOnce, type TaskList, type WorkerPoolOptions } from 'graphile-worker';
import { DueJobs } from './due-jobs.js';
import { seenJobs } from './due-jobs.queries.js';
import { JobPool } from './job-pool.js';
import { LaneShares, type Flags } from './lane-shares.js';
import { Lane } from './lane.js';
import { QUIET } from './migrate-jobs.js';

/** What a task has of its job. */
export interface JobContext {
  /** From 1. */
  readonly attempt: number;
  /** A failure of this attempt is the last one: the job is not tried again. */
  readonly isLast: boolean;
  /** Aborted when the process stops: what throws then is begun again by another one. */
  readonly signal: AbortSignal | undefined;
}

/** What does the jobs, by name. A job may be done more than once: its process may end before its end is recorded. */
export type Tasks = Readonly<
  Record<string, (payload: Readonly<Record<string, string>>, context: JobContext) => Promise<void>>
>;

/** What the runner needs beside the database. */
export interface JobRunnerOptions {
  /** Connects as the owner of the database. */
  readonly url: string;
  readonly lease: Pick<Lease, 'holder'>;
  /** Tasks that end soon: no lane of theirs does others. */
  readonly quick: Tasks;
  /** Tasks that may take long, and how many of them this process does at a time. */
  readonly long: Tasks;
  readonly longLanes: number;
  /** On whose behalf jobs of processes that are gone are given up. */
  readonly caller: Caller;
  /** Called with each failure. */
  readonly onFailure: (error: unknown, job?: string) => void;
  /** How long a stop waits for jobs, 5 s unless it is said: then it gives them up, and another process begins them. */
  readonly graceMs?: number;
  /** How often jobs are looked for that are due, or whose process is gone: every 5 s unless given. */
  readonly lookMs?: number;
}

/** A container is killed 30 s after it is asked to stop, and requests take most of that. */
const GRACE_MS = 5_000;

/** So many quick jobs of this process run at a time. */
const QUICK_LANES = 1;
/** One listens for new jobs, the other takes and ends them. */
const LANE_CONNECTIONS = 2;

/**
 * Does the jobs that are in the database, with any number of other processes. Each lane is a worker by the name
 * HOLDER/LANE, so that its jobs are free again when the lease of its process is.
 */
export class JobRunner {
  #lanes: readonly Lane[] = [];
  #pool: JobPool | undefined;
  #due: DueJobs | undefined;

  constructor(
    private readonly database: Database,
    private readonly options: JobRunnerOptions,
  ) {}

  /** @throws when the database is away */
  async start(): Promise<void> {
    const { onFailure, caller, longLanes, quick, long, graceMs = GRACE_MS } = this.options;
    const count = QUICK_LANES + longLanes;
    const pool = (this.#pool ??= new JobPool(this.options.url, count * LANE_CONNECTIONS));
    const shares = new LaneShares(longLanes, () => this.#hasTeams());
    const due = (this.#due = this.#dueJobs(pool));
    const lanes = Array.from({ length: count }, (_, number) => {
      const isQuick = number < QUICK_LANES;
      const worker = this.#workerOf(number);
      const release = (): Promise<unknown> =>
        this.database.transaction(caller, (tx) => tx.query('SELECT berth_release_worker($1)', [worker.workerId]));
      const share = {
        look: () => shares.look(number),
        found: (flags: Flags) => {
          shares.found(number, flags);
        },
      };
      const tasks = this.#taskList(isQuick ? quick : long);
      const onNone = (): void => {
        due.soon();
      };
      return new Lane({ worker, tasks, pool, release, onNone, onFailure, graceMs, ...(!isQuick && { share }) });
    });
    this.#lanes = lanes;
    await Promise.all(lanes.map((lane) => lane.start()));
    await this.release();
    due.start();
  }

  /** Begins no more jobs; resolves when those that have begun have ended, or are given up. */
  async stop(): Promise<void> {
    this.#due?.stop();
    const lanes = this.#lanes;
    this.#lanes = [];
    await Promise.all(lanes.map((lane) => lane.stop()));
    const pool = this.#pool;
    this.#pool = undefined;
    await pool?.end();
  }

  /** Does what is due now, and what that makes necessary. For tests, and processes that do nothing else. */
  async drain(): Promise<void> {
    const { quick, long } = this.options;
    const pool = new JobPool(this.options.url, LANE_CONNECTIONS);
    try {
      await runOnce({ ...this.#workerOf(0), pgPool: pool, taskList: this.#taskList({ ...quick, ...long }) });
    } finally {
      await pool.end();
    }
  }

  /** Gives up the jobs of processes that are gone: each begins again. */
  async release(): Promise<void> {
    const { caller, lease, onFailure } = this.options;
    try {
      await this.database.transaction(caller, (tx) => tx.query('SELECT berth_release_jobs($1)', [lease.holder]));
    } catch (error) {
      // The next look says it.
      if (!isConnectionLost(error)) onFailure(error);
    }
  }

  #dueJobs(pool: JobPool): DueJobs {
    const { lease, onFailure, lookMs } = this.options;
    return new DueJobs({
      lookMs,
      look: () => seenJobs(pool, lease.holder),
      onDue: () => {
        for (const lane of this.#lanes) lane.look();
      },
      onFailure: (error) => {
        // The next look says it.
        if (!isConnectionLost(error)) onFailure(error);
      },
    });
  }

  async #hasTeams(): Promise<boolean> {
    const teams = await this.database.transaction(this.options.caller, (tx) => tx.query('SELECT FROM teams LIMIT 2'));
    return teams.length > 1;
  }

  #workerOf(lane: number): WorkerPoolOptions & { readonly workerId: string } {
    const { lease } = this.options;
    return { concurrency: 1, noHandleSignals: true, logger: QUIET, workerId: `${lease.holder}/${lane}` };
  }

  #taskList(tasks: Tasks): TaskList {
    const { onFailure } = this.options;
    return Object.fromEntries(
      Object.entries(tasks).map(([name, task]) => [
        name,
        async (payload, { job: { attempts, max_attempts: most }, abortSignal }) => {
          try {
            const context = { attempt: attempts, isLast: attempts >= most, signal: abortSignal };
            await task(payload as Readonly<Record<string, string>>, context);
          } catch (error) {
            onFailure(error, name);
            throw error;
          }
        },
      ]),
    );
  }
}
