import type { Transaction } from '#database';
import type { Touched } from '#writes';
import type { ClusterInMemory } from '../columns/index.js';
import type { PastState } from '../objects/index.js';
import { followLog } from './follow-log.js';
import type { PastClusters } from './past-clusters.js';
import { PastRows } from './past-rows.js';
import { recallCluster } from './recall-cluster.js';

/**
 * A cluster at several positions of its log, in their order: each state is made of the one before and the changes
 * between them. What is answered is changed by the next call.
 */
export class ForwardCluster {
  #past: PastState | undefined;
  #cluster: ClusterInMemory | undefined;
  /** What changed since the cluster in memory was made of the state. */
  #touched: Touched[] = [];

  constructor(
    private readonly clusterId: string,
    private readonly clusters: PastClusters,
  ) {}

  /** The state at a position. @throws when the log does not lead there */
  async past(tx: Transaction, position: bigint): Promise<PastState> {
    const past = this.#past;
    this.#past = undefined;
    if (past === undefined || !isNear(past, position)) {
      this.#cluster = undefined;
      this.#touched = [];
      return (this.#past = await this.clusters.own(tx, this.clusterId, position));
    }
    const touched = await followLog(tx, this.clusterId, { past, upTo: position });
    if (this.#cluster !== undefined) for (const one of touched) this.#touched.push(one);
    return (this.#past = past);
  }

  /** What scheduling sees of the state at a position; `at` is the time by which budgets count disruptions. */
  async inMemory(tx: Transaction, position: bigint, at: Date): Promise<ClusterInMemory> {
    const past = await this.past(tx, position);
    const [cluster, touched] = [this.#cluster, this.#touched];
    this.#cluster = undefined;
    this.#touched = [];
    if (cluster === undefined || cluster.isWorn) return (this.#cluster = await recallCluster(past, at));
    const rows = new PastRows(past, { at });
    if (touched.length > 0) await cluster.catchUp(rows, touched);
    await cluster.renewBudgets(rows);
    return (this.#cluster = cluster);
  }
}

/** A snapshot is near every position: reading its objects takes about as long as following as many changes. */
function isNear(past: PastState, position: bigint): boolean {
  const changes = position - past.position;
  return changes >= 0n && changes <= BigInt(past.size);
}
