import { findCluster, traceBudgetOf, writeCluster } from '#cluster';
import type { Caller, Database } from '#database';
import { ok, read, refuse, type Outcome } from '#requests';
import { readReach, type PastClusters } from '#state';
import { builtInProfile, knownProfiles } from '../profiles/index.js';
import { DEFAULT_SCHEDULER_NAME } from '#scheduler';
import { Judge } from './judge.js';
import { observationRunRows } from './observation-run.js';
import { readObservations, readObservationSettings, settleObservations } from './observation.queries.js';

/** What judging came to. */
export interface JudgedObservations {
  /** Decisions that Berth's own stand beside now. */
  readonly judged: number;
  /** There may be more. */
  readonly areMore: boolean;
  /** So long what is seen may still show that the next one agrees. */
  readonly openMs?: number;
}

/** So many are one run, and one revision. */
const AT_ONCE = 64;
/** Clusters in memory of a thread, each of them twice. */
const MOST_CLUSTERS = 4;
/** Of a cluster that follows nothing any more. */
const DEFAULTS = { traces: 'all', windowMs: 2_000, listing: [] } as const;

/**
 * Puts Berth's own decision beside what the scheduler of a real cluster decided, on the state that it had: the batch
 * that brought it is long answered. What nothing stands beside yet is a row, and is found again after a restart.
 */
export class ObservationService {
  /** By their last uses. */
  readonly #judges = new Map<string, Judge>();

  constructor(
    private readonly database: Database,
    private readonly clusters: PastClusters,
  ) {}

  /** Judges what comes first in the log of a cluster, by its id. */
  async judge(caller: Caller, clusterId: string): Promise<Outcome<JudgedObservations>> {
    const judge = this.#take(clusterId);
    const runId = await this.database.newId(new Date());
    const prepared = await read(this.database.slow, caller, async (tx) => {
      const cluster = await findCluster(tx, clusterId);
      if (cluster === undefined) return refuse({ kind: 'ClusterNotFound', cluster: clusterId });
      const found = await readObservations(tx, clusterId, AT_ONCE);
      if (found.length === 0) return ok({ observations: found, judged: [], openMs: undefined, main: builtInProfile() });
      const profiles = await knownProfiles(tx, clusterId);
      const settings = (await readObservationSettings(tx, clusterId)) ?? DEFAULTS;
      const { keptAfter, head } = await readReach(tx, clusterId);
      const { taken, ...came } = await judge.judge(tx, found, {
        ...{ clusterId, runId, settings, profiles, keptAfter, head: head.position, now: tx.at },
        budget: traceBudgetOf(cluster),
      });
      return ok({
        observations: found.slice(0, taken),
        ...came,
        main: profiles.get(DEFAULT_SCHEDULER_NAME) ?? builtInProfile(),
      });
    });
    if (prepared.refused) return prepared;
    const { observations, judged, main, openMs } = prepared.value;
    const open = openMs === undefined ? {} : { openMs };
    if (observations.length === 0) {
      this.#judges.set(clusterId, judge);
      return ok({ judged: 0, areMore: false, ...open });
    }
    const written = await writeCluster(this.database, { caller, cluster: clusterId, isAside: true }, async (work) => {
      const positions = observations.map(({ position }) => position);
      if (!(await settleObservations(work.tx, clusterId, positions))) return ok(() => false);
      const { head } = work.draft;
      if (judged.length > 0) work.draft.run = await observationRunRows(work.tx, { runId, head, main, judged });
      return ok(() => true);
    });
    if (written.refused) return written;
    // What another process has written is not what this one knows.
    if (!written.value) return ok({ judged: 0, areMore: true });
    for (const { nodeSet } of judged) if (nodeSet !== undefined) nodeSet.stored = true;
    this.#judges.set(clusterId, judge);
    return ok({ judged: judged.length, areMore: observations.length === AT_ONCE, ...open });
  }

  /** What fails is forgotten: it is taken out, and put back when what it knows is stored. */
  #take(clusterId: string): Judge {
    const known = this.#judges.get(clusterId);
    this.#judges.delete(clusterId);
    const [oldest] = this.#judges.keys();
    if (oldest !== undefined && this.#judges.size >= MOST_CLUSTERS) this.#judges.delete(oldest);
    return known ?? new Judge(clusterId, this.clusters);
  }
}
