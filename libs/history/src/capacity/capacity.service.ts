import type { Caller, Database } from '#database';
import type { Node } from '#kubernetes';
import { type ClusterAt, ok, read, type Outcome } from '#cluster';
import type { ClusterMoments } from '../past/index.js';
import { capacitySourceOf } from './capacity-source-of.js';
import { readClusterCapacity, type ClusterCapacity } from './cluster-capacity.js';
import { readNodeUsage, type NodeUsage } from './node-usage.js';

/** Clusters and moments whose sums are remembered; the one that was asked for longest ago goes first. */
const REMEMBERED = 100;

/** How full nodes and clusters are, by kube-scheduler's account. */
export class CapacityService {
  readonly #known = new Map<string, { readonly position: bigint; readonly capacity: ClusterCapacity }>();

  constructor(
    private readonly database: Database,
    private readonly moments: ClusterMoments,
  ) {}

  /**
   * Sums over the cluster. They change with its position only, so that a dashboard that polls an idle cluster
   * costs one look at its head.
   */
  ofCluster(caller: Caller, which: ClusterAt): Promise<Outcome<ClusterCapacity>> {
    return read(this.database, caller, async (tx) => {
      const opened = await this.moments.open(tx, which);
      if (opened.refused) return opened;
      const {
        cluster: { id },
        point: { position },
        state,
      } = opened.value;
      const key = `${id} ${state === undefined ? 'now' : position}`;
      const known = this.#known.get(key);
      if (known?.position === position) return ok(known.capacity);
      const capacity = await readClusterCapacity(await capacitySourceOf(tx, opened.value));
      this.#remember(key, { position, capacity });
      return ok(capacity);
    });
  }

  /** The usage of nodes as they were read, by name; one statement however many they are. */
  ofNodes(caller: Caller, which: ClusterAt, nodes: readonly Node[]): Promise<Outcome<ReadonlyMap<string, NodeUsage>>> {
    return read(this.database, caller, async (tx) => {
      const opened = await this.moments.open(tx, which);
      return opened.refused ? opened : ok(await readNodeUsage(await capacitySourceOf(tx, opened.value), nodes));
    });
  }

  #remember(key: string, entry: { readonly position: bigint; readonly capacity: ClusterCapacity }): void {
    this.#known.delete(key);
    this.#known.set(key, entry);
    const oldest = this.#known.keys().next();
    if (this.#known.size > REMEMBERED && oldest.done !== true) this.#known.delete(oldest.value);
  }
}
