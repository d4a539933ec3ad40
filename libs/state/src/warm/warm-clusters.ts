import { setImmediate } from 'node:timers/promises';
import { underMutex, type Waiting } from '#requests';
import { WarmCluster } from './warm-cluster.js';

/** The default limit of the memory of the clusters that stay. */
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

  /** The time of the last revision of a cluster that is known here; undefined when it is not in memory. */
  lastAt(clusterId: string): Date | undefined {
    return this.#clusters.get(clusterId)?.lastAt;
  }

  /** What they take, by estimate. */
  get bytes(): number {
    return [...this.#clusters.values()].reduce((sum, cluster) => sum + cluster.bytes, 0);
  }

  /**
   * Works with a cluster under its mutex, and rolls back what was done to it. A waiting caller must hold no connection:
   * the holder of the mutex may need one.
   * @throws Busy when the deadline passes first
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

  /** Before the next use of the cluster, or at its beginning; after the answer to the last user. */
  #settleLater(clusterId: string, cluster: WarmCluster): void {
    const settled = underMutex(this, clusterId, async () => {
      await setImmediate();
      cluster.release();
    });
    // Nothing of the cluster is in memory then: the next use reads it, and reports what is wrong.
    settled.catch(() => undefined);
  }

  /** The cluster is gone. One that is in use is let go by its user. */
  forget(clusterId: string): void {
    this.#clusters.delete(clusterId);
  }

  /**
   * The one that was just used stays, even when it alone exceeds the limit: it would be read anew at every use. One
   * that is in use is released by its user.
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
