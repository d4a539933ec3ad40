import { findCluster } from '#cluster';
import { type Caller } from '#access';
import { read, refuse, type Outcome } from '#requests';
import { asSmall, type Database } from '#database';
import {
  isOfFew,
  type Run,
  type RunProgressReport,
  type ScheduleOptions,
  type ScheduleRequest,
  type SchedulingService,
} from '#scheduling';
import type { Threads } from '#threads';
import type { Scheduling } from './deciding.js';
import type { DecidingThread } from './jobs.js';
import { sentIdempotency } from './sent-idempotency.js';

type ScheduleInput = DecidingThread['jobs']['schedule']['input'];

/**
 * Runs in other threads, all of one cluster in the same: it has the cluster in memory. What is only read is read here.
 */
export class ThreadedScheduling implements Scheduling {
  readonly get: Scheduling['get'];
  readonly getMany: Scheduling['getMany'];
  readonly list: Scheduling['list'];
  readonly clusterOf: Scheduling['clusterOf'];
  readonly cancel: Scheduling['cancel'];
  /** What each thread has said of its runs last. */
  readonly #underWay = new Map<number, ReadonlyMap<string, RunProgressReport>>();
  /** Calls whose runs go on behind their answers, by the ids of the runs. */
  readonly #ending = new Map<string, Promise<unknown>>();
  #open = 0;

  constructor(
    private readonly database: Database,
    private readonly threads: Threads<DecidingThread>,
    private readonly reading: SchedulingService,
  ) {
    this.get = reading.get.bind(reading);
    this.getMany = reading.getMany.bind(reading);
    this.list = reading.list.bind(reading);
    this.clusterOf = reading.clusterOf.bind(reading);
    this.cancel = reading.cancel.bind(reading);
  }

  async schedule(
    caller: Caller,
    request: ScheduleRequest,
    { wait, idempotency }: ScheduleOptions,
  ): Promise<Outcome<Run>> {
    const cluster = await clusterKey(this.database, caller, request.cluster);
    const input = { caller, request: { ...request, cluster }, wait, idempotency: sentIdempotency(idempotency) };
    const asked = (): Promise<Outcome<Run>> => this.#ask(input, idempotency);
    const outcome = await (isOfFew(request) ? asSmall(asked) : asked());
    const isGone = outcome.refused && outcome.refusal.kind === 'ClusterNotFound';
    return isGone ? refuse({ kind: 'ClusterNotFound', cluster: request.cluster }) : outcome;
  }

  #ask(input: ScheduleInput, idempotency: ScheduleOptions['idempotency']): Promise<Outcome<Run>> {
    this.#open++;
    return new Promise((resolve, reject) => {
      const ended = this.threads.call('schedule', input, {
        key: input.request.cluster,
        onNews: (news) => {
          if (news === 'replayed') idempotency?.onReplay?.();
          else {
            this.#goesOn(news.started, ended);
            resolve(news.started);
          }
        },
      });
      ended.finally(() => this.#open--).then(resolve, reject);
    });
  }

  #goesOn(started: Outcome<Run>, ended: Promise<unknown>): void {
    if (started.refused) return;
    const { id } = started.value;
    // Of a repetition, the run is the call's that began it.
    if (this.#ending.has(id)) return;
    const forget = (): void => void this.#ending.delete(id);
    this.#ending.set(id, ended.then(forget, forget));
  }

  /** Resolves when a run that was answered as it began is not under way any more. */
  async ended(runId: string): Promise<void> {
    await this.#ending.get(runId);
  }

  get isBusy(): boolean {
    return this.#open > 0;
  }

  progress(runId: string): RunProgressReport | undefined {
    for (const runs of this.#underWay.values()) {
      const report = runs.get(runId);
      if (report !== undefined) return report;
    }
    return undefined;
  }

  /** A thread says how far its runs are. */
  hear(thread: number, runs: ReadonlyMap<string, RunProgressReport>): void {
    this.#underWay.set(thread, runs);
  }

  /** Threads forget clusters that are gone, and all clean up behind those that are. */
  async tidy(caller: Caller): ReturnType<Scheduling['tidy']> {
    const here = await this.reading.tidy(caller);
    const there = (await this.threads.callEach('tidy', { caller })).flatMap((settled) =>
      settled.status === 'fulfilled' ? [settled.value] : [],
    );
    return {
      cancelled: [here, ...there].flatMap(({ cancelled }) => cancelled),
      expired: [here, ...there].reduce((sum, { expired }) => sum + expired, 0),
    };
  }

  async settle(how: { readonly graceMs?: number } = {}): Promise<void> {
    await this.threads.callEach('settle', how);
  }
}

/**
 * The key of the thread that has a cluster in memory. What looks like an id is taken for one, as runs do it; what
 * nobody knows is left to them.
 */
export async function clusterKey(database: Database, caller: Caller, cluster: string): Promise<string> {
  if (UUID.test(cluster)) return cluster.toLowerCase();
  return (await read(database, caller, (tx) => findCluster(tx, cluster, 'inSight')))?.id ?? cluster;
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
