import { setImmediate } from 'node:timers/promises';
import { underMutex, type Waiting } from '#requests';
import { WarmCluster } from './warm-cluster.js';

/** What stays in memory at most, where nobody says otherwise. */
const MEMORY_BYTES = 512 * 2 ** 20;

/** How much may stay. */
export interface WarmClustersOptions {
  /** All clusters together, in bytes. */
  readonly memoryBytes?: number | undefined;
  /** What an executor has learnt of the classes of one cluster, in bytes. */
  readonly executorBytes?: number | undefined;
}

/**
 * The clusters of this process that stay in memory. Those that were not used for longest go first when
 * there is too much of them.
 */
export class WarmClusters {
  /** By their last uses. */
  readonly #clusters = new Map<string, WarmCluster>();

  constructor(private readonly options: WarmClustersOptions = {}) {}

  /** Ids of the clusters that are in memory, the one that was used last at the end. */
  get ids(): readonly string[] {
    return [...this.#clusters.keys()];
  }

  /** What they take, by estimate. */
  get bytes(): number {
    return [...this.#clusters.values()].reduce((sum, cluster) => sum + cluster.bytes, 0);
  }

  /**
   * Works with a cluster when nobody else does, and takes back what was done to it. Who waits here must hold no
   * connection: whom they wait for may need one.
   * @throws Busy when the patience is over first
   */
  use<T>(clusterId: string, work: (cluster: WarmCluster) => Promise<T>, waiting: Waiting = {}): Promise<T> {
    const alone = async (): Promise<T> => {
      const cluster = this.#clusters.get(clusterId) ?? new WarmCluster(clusterId, this.options);
      this.#clusters.delete(clusterId);
      this.#clusters.set(clusterId, cluster);
      try {
        return await work(cluster);
      } finally {
        if (cluster.isUnsettled) this.#settleLater(clusterId, cluster);
        else cluster.release();
        if (!cluster.isKnown) this.forget(clusterId);
        this.#makeRoom(clusterId);
      }
    };
    return underMutex(this, clusterId, alone, waiting);
  }

  /** Before anybody else uses the cluster, or when somebody does; after the answer to who did. */
  #settleLater(clusterId: string, cluster: WarmCluster): void {
    const settled = underMutex(this, clusterId, async () => {
      await setImmediate();
      cluster.release();
    });
    // Nothing of the cluster is in memory then: whoever uses it next reads it, and hears of what is wrong.
    settled.catch(() => undefined);
  }

  /** The cluster is gone. One that is in use is let go by its user. */
  forget(clusterId: string): void {
    this.#clusters.delete(clusterId);
  }

  /**
   * The one that was just used stays, whatever it takes: it would be read anew at every use. One that is in
   * use is let go by its user.
   */
  #makeRoom(used: string): void {
    const { memoryBytes = MEMORY_BYTES } = this.options;
    let { bytes } = this;
    for (const [id, cluster] of this.#clusters) {
      if (bytes <= memoryBytes) return;
      if (id === used) continue;
      bytes -= cluster.bytes;
      this.#clusters.delete(id);
    }
  }
}
