import { Injectable } from '@nestjs/common';
import { ClusterService, type Cluster, type ClusterPlace } from '#cluster';
import { type Caller } from '#access';
import { loaderPerRequest } from '../../ground/graphql/index.js';
import { accepted } from '../../ground/outcome/index.js';
import { keyOfPlace } from './place.js';

/** Clusters by id: one statement for all of the present that a page asks for. */
@Injectable()
export class ClusterLoader {
  constructor(private readonly clusters: ClusterService) {}

  readonly of = loaderPerRequest({
    keyOf: keyOfPlace,
    groupOf: ({ at }: ClusterPlace) => (at === undefined ? '' : 'past'),
    load: (places, { caller }) => this.#load(caller, places),
    pick: (clusters: ReadonlyMap<string, Cluster>, place) => clusters.get(keyOfPlace(place)),
  });

  async #load(caller: Caller, places: readonly ClusterPlace[]): Promise<ReadonlyMap<string, Cluster>> {
    const past = places.filter(({ at }) => at !== undefined);
    const present = places.filter(({ at }) => at === undefined).map(({ cluster }) => cluster);
    const then = await Promise.all(
      past.map(async (place) => [keyOfPlace(place), accepted(await this.clusters.get(caller, place))] as const),
    );
    const now = present.length === 0 ? [] : await this.clusters.getMany(caller, present);
    return new Map([...then, ...now.map((one) => [keyOfPlace({ cluster: one.id }), one] as const)]);
  }
}
