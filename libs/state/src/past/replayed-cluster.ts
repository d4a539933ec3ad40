import type { Transaction } from '#database';
import type { Touched } from '#writes';
import type { ClusterInMemory, ClusterState } from '../columns/index.js';
import type { PastState } from '../objects/index.js';
import type { PastClusters } from './past-clusters.js';
import { PastRows } from './past-rows.js';
import { RecentSteps } from './recent-steps.js';
import { recallCluster } from './recall-cluster.js';

/** A cluster as a part was decided on it. */
export interface ReplayedState {
  readonly state: Omit<ClusterState, 'head'>;
  readonly past: PastState;
}

/** A state, of which this replay goes on to others. */
interface Known {
  readonly steps: RecentSteps;
  readonly cluster: ClusterInMemory;
}

/** Which place of the log, and the time by which budgets count disruptions there. */
interface Place {
  readonly position: bigint;
  readonly at: Date;
}

/**
 * What scheduling saw of a cluster, part after part: each from the one before, as a service comes from one run to the
 * next. A part that was decided on a somewhat earlier state than the one before is reached by a few steps back.
 */
export class ReplayedCluster {
  /** Undefined before the first use, and after one that failed on the way to a state. */
  #known: Known | undefined;

  constructor(
    private readonly clusterId: string,
    private readonly clusters: PastClusters,
  ) {}

  /**
   * The cluster at a position; `at` is the time by which its budgets count disruptions. What is done to the snapshot
   * and the budgets is taken back by the next reading.
   * @throws when the log does not lead there
   */
  async at(tx: Transaction, position: bigint, at: Date): Promise<ReplayedState> {
    const known = this.#known;
    this.#known = undefined;
    known?.cluster.rollback();
    const there = (known && (await this.#goOn(tx, known, { position, at }))) ?? (await this.#recall(tx, position, at));
    there.cluster.mark();
    this.#known = there;
    return { state: there.cluster.state, past: there.steps.past };
  }

  async #recall(tx: Transaction, position: bigint, at: Date): Promise<Known> {
    const past = (await this.clusters.at(tx, this.clusterId, position)).copy();
    return { steps: new RecentSteps(this.clusterId, past), cluster: await recallCluster(past, at) };
  }

  /** Undefined where no steps lead from the one to the other. */
  async #goOn(tx: Transaction, { steps, cluster }: Known, { position, at }: Place): Promise<Known | undefined> {
    const touched = steps.past.position <= position ? await steps.follow(tx, position) : steps.back(position);
    if (touched === undefined) return undefined;
    // What was learnt of the cluster has grown: it is read anew, from the same state.
    if (cluster.isWorn) return { steps, cluster: await recallCluster(steps.past, at) };
    await catchUp(cluster, new PastRows(steps.past, { at }), touched);
    return { steps, cluster };
  }
}

async function catchUp(cluster: ClusterInMemory, rows: PastRows, touched: readonly Touched[]): Promise<void> {
  if (touched.length > 0) await cluster.catchUp(rows, touched);
  await cluster.renewBudgets(rows);
}
