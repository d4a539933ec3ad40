import { setTimeout } from 'node:timers/promises';
import { heavily, isConnectionLost, type Caller, type Database, type Transaction } from '#database';
import { findCluster, isClusterId, findRetired, type ClusterAt, type ClusterRow, type LocatedCluster } from '#cluster';
import {
  type PageWindow,
  edgeOf,
  pageOf,
  idempotently,
  removeExpiredKeys,
  type Keep,
  lostRace,
  ok,
  Deadline,
  read,
  refuse,
  write,
  type Outcome,
} from '#requests';
import { locateCluster } from '#history';
import { useProfile } from '../profiles/index.js';
import { WarmClusters } from '#state';
import { ExtenderCalls } from '../extenders/index.js';
import { failureOf } from './run-failure.js';
import { BEGUN_DEADLINE_MS, RunExecution, type ExecutionPlace } from './run-execution.js';
import { RunStopped } from './run-stops.js';
import { cancelAbandonedRuns } from './abandoned-runs.store.js';
import { cancelRun, unlessEnded } from './cancel-run.js';
import { firstPermitted, RunProfiles, unlessEmpty } from './read/index.js';
import { NO_COUNTS, NO_DURATIONS, type Run } from './run.js';
import {
  findRun,
  findRunCluster,
  findRuns,
  insertRun,
  isRunId,
  listRuns,
  removeExpiredDryRuns,
  updateRun,
  type RunFilter,
  type RunScope,
} from './run.store.js';
import type { RunPage, RunProgressReport, ScheduleOptions, SchedulingOptions } from './scheduling-options.js';
import { askedPods, isOfFew, type ScheduleRequest } from './schedule-request.js';
import { findKnownRun, knownDryRuns, knownRuns, seenRuns } from './seen-run.js';
import { UsedProfiles } from './commit/index.js';
import { begunRun, type SurvivingRun } from './surviving-run.js';
import { keepRun, takeOver } from './surviving-runs.store.js';

/** What of a call goes on with its run. */
interface Keeping<K> {
  readonly keep: K;
  readonly deadline: Deadline;
}

/** Runs: read, decide, commit (DESIGN 2.2), now or in the background; and the runs that were. */
export class SchedulingService {
  readonly #underWay = new Map<string, { readonly execution: RunExecution; readonly ended: Promise<void> }>();
  /** Runs of processes that are gone, for as long as this one is at them. */
  readonly #taken = new Set<string>();
  readonly #clusters: WarmClusters;
  readonly #usedProfiles: UsedProfiles;
  readonly #extenders: ExtenderCalls;
  #stopping = false;

  constructor(
    private readonly database: Database,
    private readonly options: SchedulingOptions,
  ) {
    this.#clusters = new WarmClusters({ memoryBytes: options.warmMemoryBytes, executorBytes: options.executorBytes });
    this.#usedProfiles = new UsedProfiles(database);
    this.#extenders = new ExtenderCalls(options.extenders);
  }

  schedule(caller: Caller, request: ScheduleRequest, { wait, idempotency }: ScheduleOptions): Promise<Outcome<Run>> {
    const kept = (keep: Keep<Run>): Keep<Run> | undefined => (idempotency === undefined ? undefined : keep);
    const heavy = isOfFew(request) ? caller : heavily(caller);
    return idempotently<Run>(this.database, heavy, {
      ...idempotency,
      run: (keep, deadline) =>
        wait
          ? this.#now(heavy, request, { keep: kept(keep), deadline })
          : this.#later(heavy, request, { keep, deadline }),
    });
  }

  /** As it ended; at a moment only if it had been asked for by then. */
  get(caller: Caller, which: ClusterAt, runId: string): Promise<Outcome<Run>> {
    return read(this.database, caller, async (tx) => {
      const located = await locateCluster(tx, which, 'inSight');
      if (located.refused) return located;
      const { until } = scopeOf(located.value);
      const run = await findKnownRun(tx, located.value.cluster, runId);
      const isLater = run !== undefined && until !== undefined && (until === null || new Date(run.createdAt) > until);
      if (run === undefined || isLater) return refuse({ kind: 'RunNotFound', run: runId });
      const [seen = run] = await seenRuns(tx, located.value.cluster, [run]);
      return ok(seen);
    });
  }

  /** Those of the runs that are still there, in no order. */
  getMany(caller: Caller, cluster: string, runIds: readonly string[]): Promise<Outcome<readonly Run[]>> {
    return read(this.database, caller, async (tx) => {
      const row = await findCluster(tx, cluster, 'inSight');
      if (row === undefined) return refuse({ kind: 'ClusterNotFound', cluster });
      return ok(await seenRuns(tx, row, await knownRuns(tx, row, await findRuns(tx, row.id, runIds))));
    });
  }

  /** The id of the cluster that a run is of: for callers who know nothing but the run. */
  clusterOf(caller: Caller, runId: string): Promise<Outcome<string>> {
    return read(this.database, caller, async (tx) => {
      const cluster = await findRunCluster(tx, runId);
      return cluster === undefined ? refuse({ kind: 'RunNotFound', run: runId }) : ok(cluster);
    });
  }

  /** Newest first, as they ended; at a moment those that had been asked for by then. */
  list(
    caller: Caller,
    which: ClusterAt,
    {
      filter = {},
      pageSize: size,
      ...window
    }: PageWindow<string> & { readonly filter?: RunFilter; readonly pageSize: number },
  ): Promise<Outcome<RunPage>> {
    return read(this.database, caller, async (tx) => {
      const located = await locateCluster(tx, which, 'inSight');
      if (located.refused) return located;
      const { moment, cluster } = located.value;
      const scope = { ...scopeOf(located.value), ...knownDryRuns(tx, cluster) };
      const found = await listRuns(tx, scope, { filter, ...window, limit: size + 1 });
      const page = pageOf(found, { size, fromEnd: window.fromEnd });
      return ok({
        items: await seenRuns(tx, cluster, page.items),
        next: edgeOf(page, window)?.id ?? null,
        ...(moment === undefined ? {} : { moment }),
      });
    });
  }

  /** Ends a run that is under way, in any process. */
  cancel(caller: Caller, cluster: string, runId: string): Promise<Outcome<Run>> {
    if (!isRunId(runId)) return Promise.resolve(refuse({ kind: 'RunNotFound', run: runId }));
    return write(this.database, caller, (tx) => cancelRun(tx, { cluster, runId }));
  }

  /** The clusters that are in memory, for questions about the present. */
  get clusters(): WarmClusters {
    return this.#clusters;
  }

  /** Ids of the clusters that are in memory, the one that was used last at the end. */
  get warm(): readonly string[] {
    return this.#clusters.ids;
  }

  /** What those clusters take, by estimate. */
  get warmBytes(): number {
    return this.#clusters.bytes;
  }

  /** Whether runs are under way in this process. */
  get isBusy(): boolean {
    return this.#underWay.size > 0;
  }

  /** How far a run of this process is; undefined when it is not under way here. */
  progress(runId: string): RunProgressReport | undefined {
    const running = this.#underWay.get(runId);
    return running && { decided: running.execution.decided };
  }

  /** How far the runs are that are under way in this process, by their ids. */
  get underWay(): ReadonlyMap<string, RunProgressReport> {
    return new Map([...this.#underWay].map(([id, { execution }]) => [id, { decided: execution.decided }]));
  }

  /** Resolves when a run is not under way in this process, or not any more. */
  async ended(runId: string): Promise<void> {
    await this.#underWay.get(runId)?.ended;
  }

  /**
   * Cancels runs whose process died, removes what expired, and forgets clusters that are gone. For the
   * start, and from time to time.
   */
  tidy(caller: Caller): Promise<{ readonly cancelled: readonly string[]; readonly expired: number }> {
    return this.database.transaction(caller, async (tx) => {
      const cancelled = await cancelAbandonedRuns(tx, this.options.lease.holder);
      await removeExpiredKeys(tx);
      for (const id of await findRetired(tx, this.#clusters.ids)) this.#clusters.forget(id);
      return { cancelled, expired: await removeExpiredDryRuns(tx) };
    });
  }

  /**
   * Resolves when no run is under way any more. Those that take longer than `graceMs` are
   * stopped, and end as cancelled.
   */
  async settle({ graceMs }: { readonly graceMs?: number } = {}): Promise<void> {
    const deadline = graceMs === undefined ? undefined : setTimeout(graceMs, true, { ref: false });
    while (this.#underWay.size > 0) {
      const all = Promise.allSettled([...this.#underWay.values()].map(({ ended }) => ended));
      if (!this.#stopping && deadline !== undefined && (await Promise.race([all, deadline])) === true) this.#stop();
      await all;
    }
  }

  #stop(): void {
    this.#stopping = true;
    for (const { execution } of this.#underWay.values()) execution.stop();
  }

  /** What looks like an id is taken for one: the run itself sees whether there is such a cluster. */
  async #now(
    caller: Caller,
    request: ScheduleRequest,
    { keep, deadline }: Keeping<Keep<Run> | undefined>,
  ): Promise<Outcome<Run>> {
    const execute = async (clusterId: string): Promise<Outcome<Run>> =>
      this.#execute(caller, request, {
        clusterId,
        runId: await this.database.newId(this.#clusters.lastAt(clusterId)),
        announced: false,
        deadlineMs: deadline.leftMs,
        ...(keep && { finishing: (tx, run) => keep(tx, ok(run)) }),
      });
    const id = isClusterId(request.cluster) ? request.cluster.toLowerCase() : undefined;
    const outcome = id === undefined ? undefined : await execute(id);
    if (outcome !== undefined && !(outcome.refused && outcome.refusal.kind === 'ClusterNotFound')) return outcome;
    const named = await read(this.database, caller, (tx) => findCluster(tx, request.cluster, 'inSight'));
    return named === undefined ? refuse({ kind: 'ClusterNotFound', cluster: request.cluster }) : execute(named.id);
  }

  async #later(
    caller: Caller,
    request: ScheduleRequest,
    { keep, deadline }: Keeping<Keep<Run>>,
  ): Promise<Outcome<Run>> {
    const announce = async (tx: Transaction): Promise<Outcome<Run>> => {
      const cluster = await findCluster(tx, request.cluster, 'inSight');
      if (cluster === undefined) return refuse({ kind: 'ClusterNotFound', cluster: request.cluster });
      const started = await this.#announce(tx, cluster, request);
      if (started.refused) return started;
      if (this.options.areSurviving === true) await keepRun(tx, begunRun(caller, request, started.value));
      await keep(tx, started);
      return started;
    };
    const announced = await write(this.database, caller, announce, { deadline });
    if (announced.refused) return announced;
    const run = announced.value;
    void this.#work(begunRun(caller, request, run));
    return ok(run);
  }

  /** A run that a caller was answered with; its failure is its own. */
  async #work(surviving: SurvivingRun): Promise<void> {
    const { caller, request, cluster: clusterId, run: runId } = surviving;
    const isSurviving = this.options.areSurviving === true;
    try {
      await this.#execute(caller, request, {
        ...{ clusterId, runId, announced: true, deadlineMs: BEGUN_DEADLINE_MS, from: surviving },
        ...(isSurviving && { surviving: (tx, how) => keepRun(tx, { ...surviving, ...how, begun: 0 }) }),
      });
    } catch (error) {
      if (!(error instanceof RunStopped)) this.options.onFailure(runId, error);
    }
  }

  /** Goes on with a run whose process is gone; resolves when it has ended, or where there is nothing to go on with. */
  async goOn(caller: Caller, surviving: SurvivingRun): Promise<void> {
    const { run } = surviving;
    // Of a job that is done twice at the same time.
    if (this.#taken.has(run)) return;
    this.#taken.add(run);
    try {
      const how = { owner: this.options.lease.holder, isHere: this.#underWay.has(run) };
      const asked = heavily(caller);
      if (!(await this.database.transaction(asked, (tx) => takeOver(tx, surviving, how)))) return;
      await this.#work({ ...surviving, caller: asked });
      await this.ended(run);
    } finally {
      this.#taken.delete(run);
    }
  }

  async #announce(tx: Transaction, cluster: ClusterRow, request: ScheduleRequest): Promise<Outcome<Run>> {
    if (request.baseRevision !== undefined && request.baseRevision !== cluster.revision)
      return refuse({ kind: 'RevisionConflict', given: request.baseRevision, current: cluster.revision });
    const profiles = await RunProfiles.read(tx, cluster.id, request.profile);
    if (profiles.refused) return profiles;
    const selected = unlessEmpty(request, await firstPermitted(tx, cluster, request));
    if (selected.refused) return selected;
    const profile = await useProfile(tx, cluster.id, profiles.value.main);
    const { tieBreak, preemption, dryRun, seed } = request;
    const owner = this.options.lease.holder;
    await tx.notBefore(cluster.at);
    const id = await this.database.newId(tx.at);
    const run = {
      id,
      cluster: cluster.id,
      teamId: cluster.team_id,
      dryRun,
      baseRevision: cluster.revision,
      profile,
      tieBreak,
      preemption,
      seed: String(seed),
    };
    return ok(await insertRun(tx, { ...run, owner, createdAt: tx.at, asked: askedPods(request.pods) }));
  }

  /** Runs of one cluster alternate in this process, part by part: two that decide at once only lose to each other. */
  #execute(caller: Caller, request: ScheduleRequest, how: ExecutionPlace): Promise<Outcome<Run>> {
    const owner = this.options.lease.holder;
    const execution = new RunExecution({
      database: this.database,
      clusters: this.#clusters,
      caller,
      request,
      owner,
      partPods: this.options.partPods ?? PART_PODS,
      usedProfiles: this.#usedProfiles,
      extenders: this.#extenders,
      ...how,
    });
    if (this.#stopping) execution.stop();
    const { clusterId, runId } = how;
    const done = unlessEnded(execution.run(), () => read(this.database, caller, (tx) => findRun(tx, clusterId, runId)));
    const ended = this.#ended(done, async (end, error) => {
      // Another process goes on with it.
      if (error instanceof RunStopped && how.surviving !== undefined) return;
      this.options.onEnded?.({ ...end, dryRun: request.dryRun, counts: NO_COUNTS, durations: NO_DURATIONS });
      await this.#end(caller, how, end);
    }).finally(() => this.#underWay.delete(how.runId));
    this.#underWay.set(how.runId, { execution, ended });
    return done;
  }

  /** Settles when the run's row, if it has one, says how it ended. */
  async #ended(
    done: Promise<Outcome<Run>>,
    end: (how: Pick<Run, 'state' | 'error'>, error?: unknown) => Promise<void>,
  ): Promise<void> {
    try {
      const outcome = await done;
      if (outcome.refused) await end({ state: 'failed', error: outcome.refusal.kind });
      else this.options.onEnded?.(outcome.value);
    } catch (error) {
      await end(
        error instanceof RunStopped
          ? { state: 'cancelled', error: error.message }
          : { state: 'failed', error: failureOf(error) },
        error,
      );
    }
  }

  /** The database may be away, which is why the run failed: its end is noted when it is back. */
  async #end(
    caller: Caller,
    { clusterId, runId }: Pick<ExecutionPlace, 'clusterId' | 'runId'>,
    end: Pick<Run, 'state' | 'error'>,
  ): Promise<void> {
    for (;;) {
      try {
        await this.database.transaction(caller, (tx) => updateRun(tx, { clusterId, runId }, end));
        return;
      } catch (failure) {
        if ((isConnectionLost(failure) || lostRace(failure)) && !this.#stopping) await setTimeout(AGAIN_MS);
        else return this.options.onFailure(runId, failure);
      }
    }
  }
}

function scopeOf({ cluster, point }: LocatedCluster): RunScope {
  return { clusterId: cluster.id, ...(point.isPresent ? {} : { until: point.at }) };
}

const PART_PODS = 10_000;

/** A database that is away is asked again after this. */
const AGAIN_MS = 500;
