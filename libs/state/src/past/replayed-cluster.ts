import type { Transaction } from '#database';
import type { ClusterInMemory, ClusterState } from '../columns/index.js';
import type { PastState } from '../objects/index.js';
import { followLog } from './follow-log.js';
import type { PastClusters } from './past-clusters.js';
import { PastRows } from './past-rows.js';
import { recallCluster } from './recall-cluster.js';

/** A cluster as a part was decided on it. */
export interface ReplayedState {
  readonly state: Omit<ClusterState, 'head'>;
  readonly past: PastState;
}

interface Known {
  /** This replay's own: it goes on with it. */
  readonly past: PastState;
  readonly cluster: ClusterInMemory;
}

/** Which place of the log, and the time by which budgets count disruptions there. */
interface Place {
  readonly position: bigint;
  readonly at: Date;
}

/**
 * What scheduling saw of a cluster, part after part: each from the one before, as a service
 * comes from one run to the next.
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
    const { past, cluster } =
      known !== undefined && known.past.position <= position
        ? await this.#follow(tx, known, { position, at })
        : await this.#recall(tx, { position, at });
    cluster.mark();
    this.#known = { past, cluster };
    return { state: cluster.state, past };
  }

  async #recall(tx: Transaction, { position, at }: Place): Promise<Known> {
    const past = (await this.clusters.at(tx, this.clusterId, position)).copy();
    return { past, cluster: await recallCluster(past, at) };
  }

  async #follow(tx: Transaction, { past, cluster }: Known, { position, at }: Place): Promise<Known> {
    const touched = await followLog(tx, this.clusterId, { past, upTo: position });
    const rows = new PastRows(past, { at });
    if (touched.length > 0) await cluster.catchUp(rows, touched);
    await cluster.renewBudgets(rows);
    return { past, cluster };
  }
}
