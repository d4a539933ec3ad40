import { Args, Parent, ResolveField, Resolver } from '@nestjs/graphql';
import type { NodeDifference, ObjectDifference, PlacementDifference } from '#history';
import {
  connection,
  type Connection,
  type CursorPart,
  PageArgs,
  pageOfAll,
  pageRequest,
  writeCursor,
} from '../../ground/graphql/index.js';
import type { ListOrder } from '../../ground/operation/index.js';
import { BY_OBJECT, BY_POD } from './diff-lists.js';
import {
  DiffModel,
  NodeDifferenceConnection,
  ObjectDifferenceConnection,
  PlacementDifferenceConnection,
} from './diff.model.js';

interface Placed {
  readonly node: NodeDifference;
  readonly place: number;
}

const BY_PLACE = {
  placeOf: ({ place }: Placed): readonly string[] => [String(place)],
  compare: ({ place }: Placed, [other]: readonly string[]) => place - Number(other),
};

/** The lists of a diff. */
@Resolver(() => DiffModel)
export class DiffListsResolver {
  @ResolveField(() => NodeDifferenceConnection, {
    description: 'All nodes whose requests differ, the largest difference first.',
  })
  movedNodes(@Parent() { diff }: DiffModel, @Args() page: PageArgs): Connection<NodeDifference> {
    const all = diff.movedNodes.map((node, place) => ({ node, place }));
    return listed(all, { page, list: 'moved nodes', parts: ['count'], order: BY_PLACE, node: ({ node }) => node });
  }

  @ResolveField(() => ObjectDifferenceConnection, {
    description: 'The objects that differ, by kind, namespace and name.',
  })
  objects(@Parent() { diff }: DiffModel, @Args() page: PageArgs): Connection<ObjectDifference> {
    const parts = ['text', 'text', 'text'] as const;
    return listed(diff.objects, { page, list: 'differences', parts, order: BY_OBJECT, node: (object) => object });
  }

  @ResolveField(() => PlacementDifferenceConnection, {
    description: 'The pods on different nodes, by namespace and name.',
  })
  placements(@Parent() { diff }: DiffModel, @Args() page: PageArgs): Connection<PlacementDifference> {
    const parts = ['text', 'text'] as const;
    return listed(diff.placements, { page, list: 'placements', parts, order: BY_POD, node: (pod) => pod });
  }
}

interface DiffList<Item, Node> {
  readonly page: PageArgs;
  readonly list: string;
  readonly parts: readonly CursorPart[];
  readonly order: ListOrder<Item, readonly string[]>;
  readonly node: (item: Item) => Node;
}

function listed<Item, Node>(
  all: readonly Item[],
  { page, list, parts, order, node }: DiffList<Item, Node>,
): Connection<Node> {
  const { items, hasNext, hasPrevious } = pageOfAll(all, pageRequest(page, list, parts), order.compare);
  return connection({
    items,
    more: hasNext,
    continued: hasPrevious,
    totalCount: all.length,
    cursor: (item) => writeCursor(list, ...order.placeOf(item)),
    node,
  });
}
