import { FEW_ROWS, type Transaction } from '#database';
import { readHead, touchedSince, type ClusterHead } from '#writes';
import { ClusterInMemory, type ClusterState } from '../columns/index.js';
import { PresentRows, type PlacedRow } from '../rows/index.js';

/** So many changes are always caught up with; more than that only where there is more to read anew. */
const GAP = 20_000;

interface Known {
  readonly head: ClusterHead;
  readonly cluster: ClusterInMemory;
}

/** One cluster that stays in memory from one use to the next. It has one user at a time. */
export class WarmCluster {
  /** Undefined before the first use, and after one that failed on the way to a state. */
  #known: Known | undefined;
  #settling: { readonly head: ClusterHead; readonly bound: readonly PlacedRow[] } | undefined;

  constructor(
    private readonly clusterId: string,
    private readonly bounds: { readonly executorBytes?: number | undefined } = {},
  ) {}

  /** The time of the last revision that is known of it. */
  get lastAt(): Date | undefined {
    return this.#known?.head.at;
  }

  /** Whether anything of it is in memory. */
  get isKnown(): boolean {
    return this.#known !== undefined;
  }

  /** What it takes, roughly. */
  get bytes(): number {
    return this.#known?.cluster.bytes ?? 0;
  }

  /**
   * The cluster as the transaction sees it; all statements of it must see the same, also the one that read the
   * head, where it is given. What is done to the snapshot and the budgets is taken back by `settle` or
   * `release`, or by the next reading.
   */
  async read(tx: Transaction, at?: ClusterHead): Promise<ClusterState> {
    const head = at ?? (await readHead(tx, this.clusterId));
    const rows = new PresentRows(tx, this.clusterId);
    const cluster = await this.#at(tx, { head, rows });
    await cluster.renewBudgets(rows);
    cluster.mark();
    this.#known = { head, cluster };
    return { head, ...cluster.state };
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
    // A failure from here on leaves no partial state.
    this.#known = undefined;
    known?.cluster.rollback();
    if (settling !== undefined) known?.cluster.bind(settling.bound);
    this.#known = known && { ...known, head: settling?.head ?? known.head };
  }

  async #at(
    tx: Transaction,
    { head, rows }: { readonly head: ClusterHead; readonly rows: PresentRows },
  ): Promise<ClusterInMemory> {
    this.release();
    const known = this.#known;
    // A failure from here on leaves no partial state.
    this.#known = undefined;
    const touched = known && (await touchedSince(tx, known.head, { now: head, most: gapOf(known.cluster) }));
    if (known === undefined || touched === undefined || known.cluster.isWorn)
      return ClusterInMemory.read(rows, this.bounds);
    if (touched.length > 0) await known.cluster.catchUp(rows, touched);
    return known.cluster;
  }
}

function gapOf({ podCount }: ClusterInMemory): number {
  return Math.max(GAP, podCount);
}
