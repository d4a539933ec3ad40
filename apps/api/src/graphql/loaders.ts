import type { Caller } from '#cluster';
import type { Cluster, ClusterPlace, ListPosition, Manifest } from '#cluster';
import type { NodeUsage } from '#history';
import type { Run } from '#scheduling';
import type { Decision, PodName } from '#audit';
import { findKindByName, type KindDescription, type KindName, type Node } from '#kubernetes';
import { accepted } from '../outcome/index.js';
import { batchLoader } from './batch-loader.js';
import type { LoadedServices } from './loaded-services.js';

/** Something of a cluster, by the cluster's id and the moment that it is shown at. */
interface Placed {
  readonly place: ClusterPlace;
}

/** An object by kind and name. */
export interface ObjectKey extends Placed {
  readonly kind: KindName;
  readonly namespace: string;
  readonly name: string;
}

/** A page of the pods on a node. */
export interface NodePodsKey extends Placed {
  readonly node: string;
  readonly limit: number;
  readonly after: ListPosition | undefined;
}

/** Fields that lists would otherwise read one by one. One instance a request: nothing is remembered from one to the next. */
export class Loaders {
  constructor(
    private readonly caller: Caller,
    private readonly services: LoadedServices,
  ) {}

  readonly clusters = batchLoader({
    keyOf: keyOfPlace,
    groupOf: ({ at }: ClusterPlace) => (at === undefined ? '' : 'past'),
    load: (places) => this.#getClusters(places),
    pick: (clusters, place): Cluster | undefined => clusters.get(keyOfPlace(place)),
  });

  readonly objects = batchLoader({
    keyOf: ({ place, kind, namespace, name }: ObjectKey) => `${keyOfPlace(place)}/${kind}/${namespace}/${name}`,
    groupOf: ({ place, kind }) => `${keyOfPlace(place)}/${kind}`,
    load: async (keys) => new Map((await this.#getObjects(keys)).map((object) => [nameOf(object.metadata), object])),
    pick: (objects, key): Manifest | undefined => objects.get(nameOf(key)),
  });

  readonly usage = batchLoader({
    keyOf: ({ place, node }: Placed & { readonly node: Node }) => `${keyOfPlace(place)}/${node.metadata.name}`,
    groupOf: ({ place }) => keyOfPlace(place),
    load: async (keys) =>
      accepted(
        await this.services.capacity.ofNodes(
          this.caller,
          placeOf(keys),
          keys.map(({ node }) => node),
        ),
      ),
    pick: (usages, { node }) => usages.get(node.metadata.name ?? '') as NodeUsage,
  });

  readonly nodePods = batchLoader({
    keyOf: ({ place, node, limit, after }: NodePodsKey) =>
      `${keyOfPlace(place)}/${node}/${limit}/${after === undefined ? '' : nameOf(after)}`,
    groupOf: ({ place, limit, after }) => `${keyOfPlace(place)}/${limit}/${after === undefined ? '' : nameOf(after)}`,
    load: (keys) => this.#podsByNode(keys),
    pick: (pods, { node }): readonly Manifest[] => pods.get(node) ?? [],
  });

  readonly lastDecisions = batchLoader({
    keyOf: ({ place, pod }: Placed & { readonly pod: PodName }) => `${keyOfPlace(place)}/${pod.uid}`,
    groupOf: ({ place }) => keyOfPlace(place),
    load: async (keys) =>
      accepted(
        await this.services.decisions.latest(
          this.caller,
          placeOf(keys),
          keys.map(({ pod }) => pod),
        ),
      ),
    pick: (decisions, { pod }): Decision | undefined => decisions.get(pod.uid),
  });

  readonly runs = batchLoader({
    keyOf: ({ place, run }: Placed & { readonly run: string }) => `${place.cluster}/${run}`,
    groupOf: ({ place }) => place.cluster,
    load: async (keys) => new Map((await this.#getRuns(keys)).map((one) => [one.id, one])),
    pick: (runs, { run }): Run | undefined => runs.get(run),
  });

  readonly capacity = batchLoader({
    keyOf: keyOfPlace,
    groupOf: keyOfPlace,
    load: async ([place = NOWHERE]) => accepted(await this.services.capacity.ofCluster(this.caller, place)),
    pick: (capacity) => capacity,
  });

  async #getObjects(keys: readonly ObjectKey[]): Promise<readonly Manifest[]> {
    const { place, kind } = keys[0] as ObjectKey;
    return accepted(
      await this.services.objects.getMany(
        this.caller,
        { ...place, kind: findKindByName(kind) as KindDescription },
        keys,
      ),
    );
  }

  async #getClusters(places: readonly ClusterPlace[]): Promise<ReadonlyMap<string, Cluster>> {
    const past = places.filter(({ at }) => at !== undefined);
    const present = places.filter(({ at }) => at === undefined).map(({ cluster }) => cluster);
    const then = await Promise.all(
      past.map(
        async (place) => [keyOfPlace(place), accepted(await this.services.clusters.get(this.caller, place))] as const,
      ),
    );
    const now = present.length === 0 ? [] : await this.services.clusters.getMany(this.caller, present);
    return new Map([...then, ...now.map((one) => [keyOfPlace({ cluster: one.id }), one] as const)]);
  }

  /** Runs are shown as they ended, at whatever moment. */
  async #getRuns(keys: readonly (Placed & { readonly run: string })[]): Promise<readonly Run[]> {
    return accepted(
      await this.services.scheduling.getMany(
        this.caller,
        placeOf(keys).cluster,
        keys.map(({ run }) => run),
      ),
    );
  }

  async #podsByNode(keys: readonly NodePodsKey[]): Promise<ReadonlyMap<string, readonly Manifest[]>> {
    const { place, limit } = keys[0] as NodePodsKey;
    const nodes = keys.map(({ node, after }) => ({ node, ...(after === undefined ? {} : { after }) }));
    const byNode = new Map<string, Manifest[]>(keys.map(({ node }) => [node, []]));
    for (const pod of accepted(await this.services.objects.podsOfNodes(this.caller, place, { nodes, limit }))) {
      byNode.get((pod.spec as { nodeName: string }).nodeName)?.push(pod);
    }
    return byNode;
  }
}

const NOWHERE: ClusterPlace = { cluster: '' };

/** What is loaded together is of one place. */
function placeOf([key]: readonly Placed[]): ClusterPlace {
  return key?.place ?? NOWHERE;
}

function keyOfPlace({ cluster, at = '' }: ClusterPlace): string {
  return `${cluster}@${at}`;
}

function nameOf({ namespace = '', name }: { readonly namespace?: string; readonly name: string }): string {
  return `${namespace}/${name}`;
}
