import { Injectable } from '@nestjs/common';
import { CapacityService, type NodeUsage } from '#history';
import type { Node } from '#kubernetes';
import { keyOfPlace, placeOf, type Placed } from '../clusters/index.js';
import { loaderPerRequest } from '../../ground/graphql/index.js';
import { accepted } from '../../ground/outcome/index.js';

/** How full a cluster is: read once, however many fields ask. */
@Injectable()
export class CapacityLoader {
  constructor(private readonly capacity: CapacityService) {}

  readonly of = loaderPerRequest({
    keyOf: keyOfPlace,
    groupOf: keyOfPlace,
    load: async ([place = { cluster: '' }], { caller }) => accepted(await this.capacity.ofCluster(caller, place)),
    pick: (capacity) => capacity,
  });
}

/** How full nodes are: one statement for all nodes of a page. */
@Injectable()
export class NodeUsageLoader {
  constructor(private readonly capacity: CapacityService) {}

  readonly of = loaderPerRequest({
    keyOf: ({ place, node }: Placed & { readonly node: Node }) => `${keyOfPlace(place)}/${node.metadata.name}`,
    groupOf: ({ place }) => keyOfPlace(place),
    load: async (keys, { caller }) => {
      const nodes = keys.map(({ node }) => node);
      return accepted(await this.capacity.ofNodes(caller, placeOf(keys), nodes));
    },
    pick: (usages: ReadonlyMap<string, NodeUsage>, { node }) => usages.get(node.metadata.name ?? '') as NodeUsage,
  });
}
