import type { Caller, Cluster, ListPosition, Manifest, NodeUsage, Run } from '#cluster';
import type { Decision, PodName } from '#audit';
import { findKindByName, type KindDescription, type KindName, type Node } from '#kubernetes';
import { accepted } from '../outcome/index.js';
import { batchLoader } from './batch-loader.js';
import type { LoadedServices } from './loaded-services.js';


/** An object by kind and name; `cluster` is the cluster's id. */
export interface ObjectKey {
  readonly cluster: string;
  readonly kind: KindName;
  readonly namespace: string;
  readonly name: string;
}

interface InCluster {
  readonly cluster: string;
}

/** A page of the pods on a node. */
export interface NodePodsKey extends InCluster {
  readonly node: string;
  readonly limit: number;
  readonly after: ListPosition | undefined;
}

/** Fields that lists would otherwise read one by one. One instance a request: nothing is remembered from one to the next. */
export class Loaders {
  constructor(private readonly caller: Caller, private readonly services: LoadedServices) {}

  readonly clusters = batchLoader({
    keyOf: (id: string) => id,
    groupOf: () => '',
    load: async (ids) => new Map((await this.services.clusters.getMany(this.caller, ids)).map((one) => [one.id, one])),
    pick: (clusters, id): Cluster | undefined => clusters.get(id),
  });

  readonly objects = batchLoader({
    keyOf: ({ cluster, kind, namespace, name }: ObjectKey) => `${cluster}/${kind}/${namespace}/${name}`,
    groupOf: ({ cluster, kind }) => `${cluster}/${kind}`,
    load: async (keys) => new Map((await this.#getObjects(keys)).map((object) => [nameOf(object.metadata), object])),
    pick: (objects, key): Manifest | undefined => objects.get(nameOf(key)),
  });

  readonly usage = batchLoader({
    keyOf: ({ cluster, node }: InCluster & { readonly node: Node }) => `${cluster}/${node.metadata.name}`,
    groupOf: ({ cluster }) => cluster,
    load: async (keys) => accepted(await this.services.capacity.ofNodes(this.caller, keys[0]?.cluster ?? '', keys.map(({ node }) => node))),
    pick: (usages, { node }) => usages.get(node.metadata.name ?? '') as NodeUsage,
  });

  readonly nodePods = batchLoader({
    keyOf: ({ cluster, node, limit, after }: NodePodsKey) => `${cluster}/${node}/${limit}/${after === undefined ? '' : nameOf(after)}`,
    groupOf: ({ cluster, limit, after }) => `${cluster}/${limit}/${after === undefined ? '' : nameOf(after)}`,
    load: (keys) => this.#podsByNode(keys),
    pick: (pods, { node }): readonly Manifest[] => pods.get(node) ?? [],
  });

  readonly lastDecisions = batchLoader({
    keyOf: ({ cluster, pod }: InCluster & { readonly pod: PodName }) => `${cluster}/${pod.uid}`,
    groupOf: ({ cluster }) => cluster,
    load: async (keys) => accepted(await this.services.decisions.latest(this.caller, keys[0]?.cluster ?? '', keys.map(({ pod }) => pod))),
    pick: (decisions, { pod }): Decision | undefined => decisions.get(pod.uid),
  });

  readonly runs = batchLoader({
    keyOf: ({ cluster, run }: InCluster & { readonly run: string }) => `${cluster}/${run}`,
    groupOf: ({ cluster }) => cluster,
    load: async (keys) => new Map((await this.#getRuns(keys)).map((one) => [one.id, one])),
    pick: (runs, { run }): Run | undefined => runs.get(run),
  });

  readonly capacity = batchLoader({
    keyOf: (cluster: string) => cluster,
    groupOf: (cluster) => cluster,
    load: async ([cluster = '']) => accepted(await this.services.capacity.ofCluster(this.caller, cluster)),
    pick: (capacity) => capacity,
  });

  async #getObjects(keys: readonly ObjectKey[]): Promise<readonly Manifest[]> {
    const { cluster, kind } = keys[0] as ObjectKey;
    return accepted(await this.services.objects.getMany(this.caller, { cluster, kind: findKindByName(kind) as KindDescription }, keys));
  }

  async #getRuns(keys: readonly (InCluster & { readonly run: string })[]): Promise<readonly Run[]> {
    return accepted(await this.services.scheduling.getMany(this.caller, keys[0]?.cluster ?? '', keys.map(({ run }) => run)));
  }

  async #podsByNode(keys: readonly NodePodsKey[]): Promise<ReadonlyMap<string, readonly Manifest[]>> {
    const { cluster, limit } = keys[0] as NodePodsKey;
    const nodes = keys.map(({ node, after }) => ({ node, ...(after === undefined ? {} : { after }) }));
    const byNode = new Map<string, Manifest[]>(keys.map(({ node }) => [node, []]));
    for (const pod of accepted(await this.services.objects.podsOfNodes(this.caller, cluster, { nodes, limit }))) {
      byNode.get((pod.spec as { nodeName: string }).nodeName)?.push(pod);
    }
    return byNode;
  }
}

function nameOf({ namespace = '', name }: { readonly namespace?: string; readonly name: string }): string {
  return `${namespace}/${name}`;
}
