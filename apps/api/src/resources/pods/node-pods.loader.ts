import { Injectable } from '@nestjs/common';
import { ObjectService, type ListPosition } from '#cluster';
import type { Manifest } from '#rows';
import { type Caller } from '#access';
import { type PageWindow } from '#requests';
import { keyOfPlace, type Placed } from '../clusters/index.js';
import { loaderPerRequest } from '../../ground/graphql/index.js';
import { accepted } from '../../ground/outcome/index.js';

/** A page of the pods on a node. */
interface NodePodsKey extends Placed {
  readonly node: string;
  readonly limit: number;
  readonly window: PageWindow<ListPosition>;
}

/** The pods on nodes: one statement for all nodes of a page. */
@Injectable()
export class NodePodsLoader {
  constructor(private readonly objects: ObjectService) {}

  readonly of = loaderPerRequest({
    keyOf: ({ node, ...page }: NodePodsKey) => `${pageKey(page)}/${node}`,
    groupOf: pageKey,
    load: (keys, { caller }) => this.#load(caller, keys),
    pick: (pods: ReadonlyMap<string, readonly Manifest[]>, { node }) => pods.get(node) ?? [],
  });

  async #load(caller: Caller, keys: readonly NodePodsKey[]): Promise<ReadonlyMap<string, readonly Manifest[]>> {
    const {
      place,
      limit,
      window: { fromEnd = false, ...places },
    } = keys[0] as NodePodsKey;
    const nodes = keys.map(({ node }) => ({ node, ...places }));
    const byNode = new Map<string, Manifest[]>(keys.map(({ node }) => [node, []]));
    for (const pod of accepted(await this.objects.podsOfNodes(caller, place, { nodes, limit, fromEnd }))) {
      byNode.get((pod.spec as { nodeName: string }).nodeName)?.push(pod);
    }
    return byNode;
  }
}

function pageKey({ place, limit, window }: Omit<NodePodsKey, 'node'>): string {
  return `${keyOfPlace(place)}/${JSON.stringify([limit, window])}`;
}
