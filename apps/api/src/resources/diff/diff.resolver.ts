import { Args, Parent, ResolveField, Resolver } from '@nestjs/graphql';
import type { NodeDifference, ObjectDifference, PlacementDifference } from '#history';
import { type Connection, connectionOfAll, PageArgs } from '../../ground/graphql/index.js';
import { BY_OBJECT, BY_POD } from './diff-lists.js';
import {
  DiffModel,
  NodeDifferenceConnection,
  ObjectDifferenceConnection,
  PlacementDifferenceConnection,
} from './diff.model.js';

/** The lists of a diff. */
@Resolver(() => DiffModel)
export class DiffListsResolver {
  @ResolveField(() => NodeDifferenceConnection, {
    description: 'All nodes whose requests differ, the largest difference first.',
  })
  movedNodes(@Parent() { diff }: DiffModel, @Args() page: PageArgs): Connection<NodeDifference> {
    const all = diff.movedNodes.map((node, place) => ({ node, place }));
    return connectionOfAll(all, page, {
      list: 'moved nodes',
      parts: ['count'],
      placeOf: ([place]) => Number(place),
      partsOf: ({ place }) => [String(place)],
      compare: (item, place) => item.place - place,
      node: ({ node }) => node,
    });
  }

  @ResolveField(() => ObjectDifferenceConnection, {
    description: 'The objects that differ, by kind, namespace and name.',
  })
  objects(@Parent() { diff }: DiffModel, @Args() page: PageArgs): Connection<ObjectDifference> {
    return connectionOfAll(diff.objects, page, {
      list: 'differences',
      parts: ['text', 'text', 'text'],
      placeOf: (key) => key,
      partsOf: BY_OBJECT.placeOf,
      compare: BY_OBJECT.compare,
      node: (object) => object,
    });
  }

  @ResolveField(() => PlacementDifferenceConnection, {
    description: 'The pods on different nodes, by namespace and name.',
  })
  placements(@Parent() { diff }: DiffModel, @Args() page: PageArgs): Connection<PlacementDifference> {
    return connectionOfAll(diff.placements, page, {
      list: 'placements',
      parts: ['text', 'text'],
      placeOf: (key) => key,
      partsOf: BY_POD.placeOf,
      compare: BY_POD.compare,
      node: (pod) => pod,
    });
  }
}
