import type { Caller, Database } from '#database';
import type { Node } from '#kubernetes';
import { readHead } from '../changes/index.js';
import { findCluster } from '../clusters/index.js';
import { ok, read, refuse, type Outcome } from '../outcome/index.js';
import { readClusterCapacity, type ClusterCapacity } from './cluster-capacity.js';
import { readNodeUsage, type NodeUsage } from './node-usage.js';

/** Clusters whose sums are remembered; the one that was asked for longest ago goes first. */
const REMEMBERED = 100;

/** How full nodes and clusters are, by kube-scheduler's account. */
export class CapacityService {
  readonly #known = new Map<string, { readonly position: bigint; readonly capacity: ClusterCapacity }>();

  constructor(private readonly database: Database) {}

  /** Sums over the cluster. They change with its position only, so that a dashboard that polls an idle cluster costs one look at its head. */
  ofCluster(caller: Caller, cluster: string): Promise<Outcome<ClusterCapacity>> {
    return read(this.database, caller, async (tx) => {
      const row = await findCluster(tx, cluster);
      if (row === undefined) return refuse({ kind: 'ClusterNotFound', cluster });
      const { position } = await readHead(tx, row.id);
      const known = this.#known.get(row.id);
      if (known?.position === position) return ok(known.capacity);
      const capacity = await readClusterCapacity(tx, row.id);
      this.#remember(row.id, { position, capacity });
      return ok(capacity);
    });
  }

  /** The usage of nodes as they were read, by name; one statement however many they are. */
  ofNodes(caller: Caller, cluster: string, nodes: readonly Node[]): Promise<Outcome<ReadonlyMap<string, NodeUsage>>> {
    return read(this.database, caller, async (tx) => {
      const row = await findCluster(tx, cluster);
      return row === undefined ? refuse({ kind: 'ClusterNotFound', cluster }) : ok(await readNodeUsage(tx, row.id, nodes));
    });
  }

  #remember(clusterId: string, entry: { readonly position: bigint; readonly capacity: ClusterCapacity }): void {
    this.#known.delete(clusterId);
    this.#known.set(clusterId, entry);
    const oldest = this.#known.keys().next();
    if (this.#known.size > REMEMBERED && oldest.done !== true) this.#known.delete(oldest.value);
  }
}
