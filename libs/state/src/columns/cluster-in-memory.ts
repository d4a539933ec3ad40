import type { Snapshot } from '#scheduler';
import { BudgetBook, type Touched } from '#writes';
import type { ClusterRows, PlacedRow, PodRows } from '../rows/index.js';
import { ClusterColumns } from './cluster-columns.js';
import type { ClusterState } from './cluster-state.js';

/** What a pod takes in the budgets' book, roughly, in bytes. */
const BUDGETED_POD_BYTES = 300;

/**
 * A cluster in memory: what scheduling sees of it, and the book of its budgets. It is read whole once and catches up
 * with what was touched since, from the rows of the present or from a past state. What is done to it behind a mark is
 * undone by `rollback`. A cluster that failed to catch up must not be used again: it is at no moment.
 */
export class ClusterInMemory {
  readonly budgets = new BudgetBook();
  /** Whether there may be any. */
  #hasBudgets = true;

  private constructor(private readonly columns: ClusterColumns) {}

  /** Reads a whole cluster but for its budgets, which are made for the time of a use (`renewBudgets`). */
  static async read(
    rows: ClusterRows,
    bounds?: ConstructorParameters<typeof ClusterColumns>[0],
  ): Promise<ClusterInMemory> {
    const columns = new ClusterColumns(bounds);
    columns.setObjects(await rows.objects());
    for await (const nodes of rows.nodes()) columns.setNodes(nodes);
    await takePods(columns, rows.pods());
    return new ClusterInMemory(columns);
  }

  get snapshot(): Snapshot {
    return this.columns.snapshot;
  }

  /** As a part is decided on it. */
  get state(): Omit<ClusterState, 'head'> {
    const { snapshot, executor, nodes, traceBases } = this.columns;
    return { snapshot, executor, nodes, traceBases, budgets: this.budgets };
  }

  /** Pods on nodes. */
  get podCount(): number {
    return this.columns.podCount;
  }

  /** What was learnt of it has grown so far that it is to be read anew. */
  get isWorn(): boolean {
    return this.columns.isWorn;
  }

  /** What it takes, roughly. */
  get bytes(): number {
    return this.columns.bytes + this.budgets.podCount * BUDGETED_POD_BYTES;
  }

  /** Goes on to a later moment: however often an object changed on the way, it is read once, from where it leads. */
  async catchUp(rows: ClusterRows, touched: readonly Touched[]): Promise<void> {
    const { columns } = this;
    const nodes = touched.filter(({ kind }) => kind === 'Node');
    const pods = touched.filter(({ kind }) => kind === 'Pod');
    const others = touched.filter(({ kind }) => kind !== 'Node' && kind !== 'Pod');
    // First out of the way: what is gone, or has become another of the same name with a place behind the others.
    columns.remove(pods);
    columns.removeNodes(nodes.filter(({ deleted }) => deleted).map(({ name }) => name));
    for (const object of others) if (object.deleted) columns.removeObject(object);
    if (others.length > 0) columns.setObjects(await rows.objects(others));
    const arrived: string[] = [];
    if (nodes.length > 0)
      for await (const some of rows.nodes(nodes.map(({ name }) => name))) arrived.push(...columns.setNodes(some));
    // Pods may have been bound to a node before it was there.
    if (arrived.length > 0) for await (const some of rows.podsOn(arrived)) for (const row of some) columns.place(row);
    await takePods(columns, pods.length === 0 ? [] : rows.pods(pods));
    await rows.refillBook(this.budgets, touched);
    this.#hasBudgets ||= others.some(({ kind }) => kind === 'PodDisruptionBudget');
  }

  /** Makes the budgets for a use: their status depends on its time. */
  async renewBudgets(rows: ClusterRows): Promise<void> {
    const { budgets, snapshot } = this;
    if (!this.#hasBudgets) {
      budgets.renew([], { at: rows.at });
      return;
    }
    await rows.renewBook(budgets);
    snapshot.replaceObjects('podDisruptionBudgets', budgets.budgets);
    this.#hasBudgets = budgets.namespaces.length > 0;
  }

  /** From here on what is done to the snapshot and the budgets can be taken back. */
  mark(): void {
    this.snapshot.mark();
    this.budgets.mark();
  }

  rollback(): void {
    this.snapshot.rollback();
    this.budgets.rollback();
  }

  /** Pods that were on no node and now are, as their rows say. */
  bind(rows: readonly PlacedRow[]): void {
    this.columns.bind(rows);
    for (const [namespace, name] of rows) this.budgets.podBound({ namespace, name });
  }
}

async function takePods(columns: ClusterColumns, batches: AsyncIterable<PodRows> | Iterable<PodRows>): Promise<void> {
  const inView: PlacedRow[] = [];
  for await (const { onNodes, nominated } of batches) {
    for (const row of onNodes) columns.place(row);
    for (const row of nominated) inView.push(row);
  }
  columns.nominate(inView);
}
