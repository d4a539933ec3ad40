import type { Caller } from '#access';
import { asSmall, type Database } from '#database';
import { refuse, type Outcome } from '#requests';
import {
  isOfFew,
  SchedulingService,
  type Run,
  type RunProgressReport,
  type ScheduleOptions,
  type ScheduleRequest,
  type SchedulingOptions,
  type SurvivingRun,
} from '#scheduling';
import type { OpenRuns } from './open-runs.js';
import type { WorkerCalls } from './worker-calls.js';

/** What runs in workers need beside what runs in this thread would. */
interface Workers {
  readonly calls: WorkerCalls;
  readonly openRuns: OpenRuns;
}

/**
 * Runs in workers, all of one cluster in the same: it has the cluster in memory. What only reads runs in this thread.
 */
export class WorkersScheduling extends SchedulingService {
  readonly #calls: WorkerCalls;
  readonly #openRuns: OpenRuns;
  /** How far runs are, as each worker said last. */
  readonly #progress = new Map<number, ReadonlyMap<string, RunProgressReport>>();
  /** The ends of runs that go on behind their answers, by the ids of the runs. */
  readonly #ending = new Map<string, Promise<void>>();

  constructor(database: Database, options: SchedulingOptions, { calls, openRuns }: Workers) {
    super(database, options);
    this.#calls = calls;
    this.#openRuns = openRuns;
  }

  override async schedule(caller: Caller, request: ScheduleRequest, options: ScheduleOptions): Promise<Outcome<Run>> {
    const cluster = await this.#calls.clusterKey(caller, request.cluster);
    const scheduled = (): Promise<Outcome<Run>> => this.#schedule(caller, { ...request, cluster }, options);
    const outcome = await (isOfFew(request) ? asSmall(scheduled) : scheduled());
    const isGone = outcome.refused && outcome.refusal.kind === 'ClusterNotFound';
    return isGone ? refuse({ kind: 'ClusterNotFound', cluster: request.cluster }) : outcome;
  }

  async #schedule(...args: Parameters<SchedulingService['schedule']>): Promise<Outcome<Run>> {
    const [, { cluster }, { wait }] = args;
    this.#openRuns.begin();
    try {
      const outcome = await this.#calls.call({ service: SchedulingService, method: 'schedule', args }, cluster);
      if (!outcome.refused && !wait) this.#goesOn(outcome.value.id, cluster);
      return outcome;
    } finally {
      this.#openRuns.end();
    }
  }

  override async goOn(caller: Caller, surviving: SurvivingRun): Promise<void> {
    const call = { service: SchedulingService, method: 'goOn', args: [caller, surviving] } as const;
    this.#openRuns.begin();
    try {
      await this.#calls.call({ ...call, args: [...call.args] }, surviving.cluster);
    } finally {
      this.#openRuns.end();
    }
  }

  #goesOn(run: string, cluster: string): void {
    // Of a repetition, the run is the call's that began it.
    if (this.#ending.has(run)) return;
    this.#openRuns.begin();
    const forget = (): void => {
      this.#ending.delete(run);
      this.#openRuns.end();
    };
    const ended = this.#calls.call({ service: SchedulingService, method: 'ended', args: [run] }, cluster);
    this.#ending.set(run, ended.then(forget, forget));
  }

  /** Resolves when a run that was answered as it began is not under way any more. */
  override async ended(runId: string): Promise<void> {
    await this.#ending.get(runId);
  }

  override get isBusy(): boolean {
    return this.#openRuns.areAny;
  }

  override progress(runId: string): RunProgressReport | undefined {
    for (const runs of this.#progress.values()) {
      const report = runs.get(runId);
      if (report !== undefined) return report;
    }
    return undefined;
  }

  /** A worker says how far its runs are. */
  hear(worker: number, runs: ReadonlyMap<string, RunProgressReport>): void {
    this.#progress.set(worker, runs);
  }

  /** Workers forget clusters that are gone, and all clean up behind those that are. */
  override async tidy(caller: Caller): ReturnType<SchedulingService['tidy']> {
    const here = await super.tidy(caller);
    const there = await this.#calls.callEach({ service: SchedulingService, method: 'tidy', args: [caller] });
    return {
      cancelled: [here, ...there].flatMap(({ cancelled }) => cancelled),
      expired: [here, ...there].reduce((sum, { expired }) => sum + expired, 0),
    };
  }

  override async settle(how: { readonly graceMs?: number } = {}): Promise<void> {
    await this.#calls.callEach({ service: SchedulingService, method: 'settle', args: [how] });
  }
}
