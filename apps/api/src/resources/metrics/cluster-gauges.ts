import type { Cluster, ClusterService } from '#cluster';
import type { CapacityService } from '#history';
import { inBaseUnits, parseQuantity } from '#apimachinery';
import type { PendingService } from '#questions';
import { Gauge, type Registry } from 'prom-client';
import { SYSTEM } from '../../ground/caller/index.js';

/** The clusters that have metrics of their own, by name; `*` is all. */
export class ClusterMetrics {
  readonly names: readonly string[];
  readonly clusters: ClusterService;
  readonly pending: PendingService;
  readonly capacity: CapacityService;

  constructor({ names, clusters, pending, capacity }: ClusterMetrics) {
    this.names = names;
    this.clusters = clusters;
    this.pending = pending;
    this.capacity = capacity;
  }
}

/** Series are bounded: of clusters the first by name, of reasons those of the most pods. */
const MOST_CLUSTERS = 100;
const MOST_REASONS = 50;

/**
 * What clusters look like at a scrape. Their labels are names of clusters and words of plugins, so that they are there
 * only for clusters that the operator names. All of it is remembered until the cluster changes.
 */
export class ClusterGauges {
  readonly #pods: Gauge<'cluster' | 'state'>;
  readonly #pending: Gauge<'cluster' | 'plugin' | 'reason'>;
  readonly #nodes: Gauge<'cluster'>;
  readonly #allocatable: Gauge<'cluster' | 'resource'>;
  readonly #requested: Gauge<'cluster' | 'resource'>;
  readonly #behind: Gauge<'cluster'>;
  readonly #lastBatch: Gauge<'cluster'>;

  constructor(
    private readonly sources: ClusterMetrics,
    registry: Registry,
  ) {
    const gauge = <Label extends string>(name: string, help: string, ...labelNames: Label[]): Gauge<Label> =>
      new Gauge({ name, help, labelNames, registers: [registry] });
    this.#pods = gauge(
      'berth_cluster_pods',
      'Pods by state: bound, or why they are pending (gated, neverTried, nominated, unschedulable, error, skipped).',
      'cluster',
      'state',
    );
    this.#pending = gauge(
      'berth_cluster_pending_pods',
      'Pending pods by plugin and reason that rejected nodes in their last attempts: a pod counts once for each.',
      'cluster',
      'plugin',
      'reason',
    );
    this.#nodes = gauge('berth_cluster_nodes', 'Nodes.', 'cluster');
    this.#allocatable = gauge('berth_cluster_allocatable', 'Allocatable in base units.', 'cluster', 'resource');
    this.#requested = gauge('berth_cluster_requested', 'Requests of the bound pods.', 'cluster', 'resource');
    this.#behind = gauge(
      'berth_cluster_mirror_behind_seconds',
      'Of a cluster that follows a real one: age of the oldest change of the last batch when it was sent.',
      'cluster',
    );
    this.#lastBatch = gauge(
      'berth_cluster_mirror_last_batch_timestamp_seconds',
      'Of a cluster that follows a real one: when the last batch was taken.',
      'cluster',
    );
  }

  /** Reads all of it again. Clusters that are gone, or cannot be read, have no figures. */
  async update(): Promise<void> {
    const sums = [this.#allocatable, this.#requested];
    for (const one of [this.#pods, this.#pending, this.#nodes, ...sums, this.#behind, this.#lastBatch]) one.reset();
    for (const cluster of await this.#clusters()) await this.#read(cluster);
  }

  async #clusters(): Promise<readonly Cluster[]> {
    const { clusters, names } = this.sources;
    if (names.includes('*')) return (await clusters.list(SYSTEM, { pageSize: MOST_CLUSTERS })).items;
    const found = await Promise.all(names.slice(0, MOST_CLUSTERS).map((cluster) => clusters.get(SYSTEM, { cluster })));
    return found.flatMap((one) => (one.refused ? [] : [one.value]));
  }

  async #read({ id, name: cluster, counts, mirror }: Cluster): Promise<void> {
    const { pending, capacity } = this.sources;
    this.#nodes.set({ cluster }, counts.nodes);
    if (mirror !== null) {
      this.#behind.set({ cluster }, mirror.behindSeconds);
      this.#lastBatch.set({ cluster }, Date.parse(mirror.lastAt) / 1_000);
    }
    this.#pods.set({ cluster, state: 'bound' }, counts.pods - counts.pendingPods);
    const request = { filter: {}, groupBy: ['plugin', 'reason'] as const, offset: 0, pageSize: MOST_REASONS };
    const groups = await pending.groups(SYSTEM, id, request);
    if (!groups.refused) {
      for (const [state, pods] of Object.entries(groups.value.states)) this.#pods.set({ cluster, state }, pods);
      for (const { group, pods } of groups.value.items)
        this.#pending.set({ cluster, plugin: group.plugin ?? '', reason: group.reason ?? '' }, pods);
    }
    const sums = await capacity.ofCluster(SYSTEM, { cluster: id });
    if (sums.refused) return;
    for (const [gauge, amounts] of [
      [this.#allocatable, sums.value.allocatable],
      [this.#requested, sums.value.requested],
    ] as const)
      for (const { resource, quantity } of amounts) {
        const amount = parseQuantity(quantity);
        if ('unscaled' in amount) gauge.set({ cluster, resource }, inBaseUnits(amount));
      }
  }
}
