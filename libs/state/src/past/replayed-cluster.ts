import type { Transaction } from '#database';
import { BudgetBook, type Touched } from '#cluster';
import { streamChanges } from '../log/index.js';
import { type PastClusters } from './past-clusters.js';
import { type PastState } from '../objects/index.js';
import type { ClusterMemory, ClusterState } from '../columns/index.js';
import { followPast } from './follow-past.js';
import { bookOf } from './recall-budgets.js';
import { recallCluster } from './recall-cluster.js';

/** A cluster as a part was decided on it. */
export interface ReplayedState {
  readonly state: Omit<ClusterState, 'head'>;
  readonly past: PastState;
}

interface Known {
  /** This replay's own: it goes on with it. */
  readonly past: PastState;
  readonly memory: ClusterMemory;
  readonly hasBudgets: boolean;
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
   * The cluster at a position; `at` is the time by which its budgets count disruptions. What is done to the snapshot is
   * taken back by the next reading.
   * @throws when the log does not lead there
   */
  async at(tx: Transaction, position: bigint, at: Date): Promise<ReplayedState> {
    const known = this.#known;
    this.#known = undefined;
    known?.memory.snapshot.rollback();
    const { past, memory, hasBudgets } =
      known !== undefined && known.past.position <= position
        ? await this.#follow(tx, known, position)
        : await this.#recall(tx, position);
    const budgets = past.count('PodDisruptionBudget') > 0 ? bookOf(past, at) : new BudgetBook([], at);
    if (hasBudgets || budgets.budgets.length > 0)
      memory.snapshot.replaceObjects('podDisruptionBudgets', budgets.budgets);
    this.#known = { past, memory, hasBudgets: budgets.budgets.length > 0 };
    memory.snapshot.mark();
    const { snapshot, executor, nodes, traceBases } = memory;
    return { state: { snapshot, executor, nodes, traceBases, budgets }, past };
  }

  async #recall(tx: Transaction, position: bigint): Promise<Known> {
    const past = (await this.clusters.at(tx, this.clusterId, position)).copy();
    const { memory } = await recallCluster(past, tx.at);
    return { past, memory, hasBudgets: true };
  }

  async #follow(tx: Transaction, { past, memory, hasBudgets }: Known, position: bigint): Promise<Known> {
    if (past.position === position) return { past, memory, hasBudgets };
    const touched = new Map<string, Touched>();
    for await (const changes of streamChanges(tx, this.clusterId, { after: past.position, upTo: position })) {
      for (const change of changes) {
        past.apply(change);
        const [, op, kind, namespace, name] = change;
        if (op === 'note') continue;
        const key = `${kind}/${namespace}/${name}`;
        touched.set(key, { kind, namespace, name, deleted: op === 'delete' || touched.get(key)?.deleted === true });
      }
    }
    await followPast(memory, { past, touched: [...touched.values()] });
    return { past, memory, hasBudgets };
  }
}
