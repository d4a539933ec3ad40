import { FEW_ROWS, type Transaction } from '#database';
import {
  BudgetBook,
  isOfLog,
  readHead,
  readTouched,
  refillBook,
  renewBook,
  type ClusterHead,
  type Touched,
} from '#cluster';
import { catchUp } from './catch-up.js';
import type { ClusterMemory, ClusterState } from '../columns/index.js';
import { loadCluster } from './load-cluster.js';
import type { PlacedRow } from '../rows/index.js';

/** What a pod takes in the budgets' book, roughly, in bytes. */
const BUDGETED_POD_BYTES = 300;

/** So many changes are always caught up with; more than that only where there is more to read anew. */
const GAP = 20_000;

interface Known {
  readonly head: ClusterHead;
  readonly memory: ClusterMemory;
  readonly budgets: BudgetBook;
  /** Whether there may be any. */
  readonly hasBudgets: boolean;
}

/** One cluster that stays in memory from one use to the next. Nobody may use it while another does. */
export class WarmCluster {
  /** Undefined before the first use, and after one that failed on the way to a state. */
  #known: Known | undefined;
  #settling: { readonly head: ClusterHead; readonly bound: readonly PlacedRow[] } | undefined;

  constructor(
    private readonly clusterId: string,
    private readonly bounds: { readonly executorBytes?: number | undefined } = {},
  ) {}

  /** Whether anything of it is in memory. */
  get isKnown(): boolean {
    return this.#known !== undefined;
  }

  /** What it takes, roughly. */
  get bytes(): number {
    const { memory, budgets } = this.#known ?? {};
    return (memory?.bytes ?? 0) + (budgets?.podCount ?? 0) * BUDGETED_POD_BYTES;
  }

  /**
   * The cluster as the transaction sees it; all statements of it must see the same, also the one that read the
   * head, where it is given. What is done to the snapshot and the budgets is taken back by `settle` or
   * `release`, or by the next reading.
   */
  async read(tx: Transaction, at?: ClusterHead): Promise<ClusterState> {
    const head = at ?? (await readHead(tx, this.clusterId));
    const known = await this.#at(tx, head);
    const { budgets } = known;
    if (known.hasBudgets) await renewBook(tx, this.clusterId, { book: budgets });
    else budgets.renew([], { at: tx.at });
    const { snapshot, executor, nodes, traceBases } = known.memory;
    if (known.hasBudgets) snapshot.replaceObjects('podDisruptionBudgets', budgets.budgets);
    this.#known = { ...known, hasBudgets: budgets.namespaces.length > 0 };
    snapshot.mark();
    budgets.mark();
    return { head, snapshot, executor, nodes, budgets, traceBases };
  }

  /**
   * Takes back what was done since the last reading, and takes in what of it was committed as the next revision,
   * where that is pods that were bound and what budgets made of it: as their rows say now, so that the log need not
   * be asked for what this process wrote itself. It is done at the next reading or release: the answer to who made
   * the part need not wait for it.
   */
  settle(head: ClusterHead, bound: readonly PlacedRow[]): void {
    this.#settling = { head, bound };
  }

  /** Whether settling takes long enough for others to go first. */
  get isUnsettled(): boolean {
    return (this.#settling?.bound.length ?? 0) > FEW_ROWS;
  }

  /** Takes back what was done since the last reading, and settles what is to be settled. */
  release(): void {
    const known = this.#known;
    const settling = this.#settling;
    this.#settling = undefined;
    // Whatever fails from here on leaves nothing half-way.
    this.#known = undefined;
    known?.memory.snapshot.rollback();
    known?.budgets.rollback();
    if (known !== undefined && settling !== undefined) {
      known.memory.bind(settling.bound);
      for (const [namespace, name] of settling.bound) known.budgets.podBound({ namespace, name });
    }
    this.#known = known && { ...known, head: settling?.head ?? known.head };
  }

  async #at(tx: Transaction, head: ClusterHead): Promise<Known> {
    this.release();
    const known = this.#known;
    // Whatever fails from here on leaves nothing half-way.
    this.#known = undefined;
    const touched = known && (await this.#touched(tx, { known, head }));
    if (known === undefined || touched === undefined || known.memory.isWorn)
      return {
        head,
        memory: await loadCluster(tx, this.clusterId, this.bounds),
        budgets: new BudgetBook(),
        hasBudgets: true,
      };
    await catchUp(tx, this.clusterId, { memory: known.memory, touched });
    await refillBook(tx, this.clusterId, { book: known.budgets, touched });
    return {
      ...known,
      head,
      hasBudgets: known.hasBudgets || touched.some(({ kind }) => kind === 'PodDisruptionBudget'),
    };
  }

  /** What has changed since; undefined when the cluster must be read anew. */
  async #touched(
    tx: Transaction,
    { known, head }: { readonly known: Known; readonly head: ClusterHead },
  ): Promise<readonly Touched[] | undefined> {
    const { head: before, memory } = known;
    if (before.revision === head.revision) return Buffer.from(before.hash).equals(head.hash) ? [] : undefined;
    const gap = Number(head.position - before.position);
    if (gap > GAP && gap > memory.podCount) return undefined;
    return (await isOfLog(tx, before)) ? readTouched(tx, before) : undefined;
  }
}
