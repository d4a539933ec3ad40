import { hasWholeSight, type Sight } from '#access';
import { findClusterById } from '#cluster';
import type { Caller, Transaction } from '#database';
import { read } from '#requests';
import { visibleState, type VisibleState } from '#questions';
import { recallCluster, type ClusterInMemory, type ForwardCluster } from '#state';
import { ReportRefused, type ReportParameters } from '../request/index.js';
import type { ReportSource } from './report-source.js';

/** A stretch of a cluster's log, and the times that it is asked for. */
export interface Stretch {
  readonly from: Date;
  /** Exclusive; of a report about a state, the moment. */
  readonly to: Date;
  /** The last position before the stretch. */
  readonly after: bigint;
  /** The last position of the stretch. */
  readonly upTo: bigint;
}

/** The cluster that a report is about. */
export interface ReportedCluster {
  readonly id: string;
  /** As the caller names it. */
  readonly name: string;
  /** The team that owns it. */
  readonly team: string;
  /** Times are those of its clock. */
  readonly hasClock: boolean;
}

interface FrameSettings {
  readonly caller: Caller;
  readonly source: ReportSource;
  readonly cluster: ReportedCluster;
  readonly sight: Sight;
  readonly readsAuthors: boolean;
  readonly stretch: Stretch;
  readonly parameters: ReportParameters;
  /** What the buckets of a report have in common; undefined where there is one. */
  readonly states: ForwardCluster | undefined;
}

/** A cluster as scheduling sees it, and its objects. */
interface RecalledState {
  readonly visible: VisibleState;
  readonly snapshot: ClusterInMemory['snapshot'];
}

/** What the rows of one moment or bucket are computed from. The log up to its end does not change. */
export class Frame implements Stretch {
  readonly cluster: ReportedCluster;
  readonly parameters: ReportParameters;
  /** What the reader sees of the cluster. */
  readonly sight: Sight;
  /** Whether the reader may know who wrote what: an auditor who sees all of the cluster. */
  readonly readsAuthors: boolean;
  readonly source: ReportSource;
  readonly caller: Caller;
  /** The states at the ends of buckets. */
  readonly states: ForwardCluster | undefined;
  readonly from: Date;
  readonly to: Date;
  readonly after: bigint;
  readonly upTo: bigint;

  constructor({ caller, source, cluster, sight, readsAuthors, stretch, parameters, states }: FrameSettings) {
    this.cluster = cluster;
    this.parameters = parameters;
    this.sight = sight;
    this.readsAuthors = readsAuthors;
    this.source = source;
    this.caller = caller;
    this.states = states;
    this.from = stretch.from;
    this.to = stretch.to;
    this.after = stretch.after;
    this.upTo = stretch.upTo;
  }

  /** The last time that belongs to it: a moment belongs to itself, the end of a bucket to the next one. */
  get last(): Date {
    return this.from.getTime() === this.to.getTime() ? this.to : new Date(this.to.getTime() - 1);
  }

  /**
   * The objects at the end, as the reader sees them; what another team's pods take of a node is a sum. The next bucket
   * may change them.
   */
  state(): Promise<VisibleState> {
    return this.transaction((tx) => this.#visible(tx));
  }

  /** The same, with what scheduling sees of it. */
  recalled(): Promise<RecalledState> {
    return this.transaction(async (tx) => {
      const cluster = await this.#wholeStates?.inMemory(tx, this.upTo, this.to);
      const visible = await this.#visible(tx);
      return { visible, snapshot: (cluster ?? (await recallCluster(visible.past, this.to))).snapshot };
    });
  }

  /** A reader of a part has states of their own, which do not lead from one to the other. */
  get #wholeStates(): ForwardCluster | undefined {
    return hasWholeSight(this.sight) ? this.states : undefined;
  }

  async #visible(tx: Transaction): Promise<VisibleState> {
    const past =
      (await this.#wholeStates?.past(tx, this.upTo)) ?? (await this.source.clusters.at(tx, this.cluster.id, this.upTo));
    return visibleState(past, this.sight);
  }

  /** Reads in a transaction of its own. @throws ReportRefused when the cluster is gone */
  transaction<T>(fn: (tx: Transaction) => Promise<T>): Promise<T> {
    return read(this.source.database.slow, this.caller, async (tx) => {
      const row = await findClusterById(tx, this.cluster.id);
      if (row === undefined) throw new ReportRefused({ kind: 'ClusterNotFound', cluster: this.cluster.name });
      return fn(tx);
    });
  }
}
