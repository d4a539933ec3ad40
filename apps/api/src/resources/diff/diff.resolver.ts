import { Args, ID, Parent, ResolveField, Resolver } from '@nestjs/graphql';
import { DiffService, type NodeDifference, type ObjectDifference, type PlacementDifference } from '#history';
import { Caller } from '../../ground/caller/index.js';
import { clusterRef, ClusterModel } from '../clusters/index.js';
import {
  connection,
  type Connection,
  type CursorPart,
  PageArgs,
  compareKeys,
  pageOfAll,
  pageRequest,
  writeCursor,
} from '../../ground/graphql/index.js';
import { accepted, RequestRefused } from '../../ground/outcome/index.js';
import { keyOfObject, keyOfPlacement } from './diff-lists.js';
import {
  DiffModel,
  NodeDifferenceConnection,
  ObjectDifferenceConnection,
  PlacementDifferenceConnection,
} from './diff.model.js';

type Text = string | null | undefined;

/** A cluster compared with what it was, or with another one. */
@Resolver(() => ClusterModel)
export class ClusterDiffResolver {
  constructor(private readonly diffs: DiffService) {}

  @ResolveField(() => DiffModel, {
    description: 'The differences between two moments of the cluster, or between it and another cluster.',
  })
  async diff(
    @Parent() { place: { cluster, at } }: ClusterModel,
    @Args('from', {
      type: () => String,
      nullable: true,
      description:
        'A moment of this cluster. Optional with `with`: then the default is the moment at which the cluster ' +
        'is shown.',
    })
    from: Text,
    @Args('to', {
      type: () => String,
      nullable: true,
      description:
        'A moment of this cluster, or of the cluster in `with`. Default: the moment at which the cluster is ' +
        'shown, or the present of the other cluster.',
    })
    to: Text,
    @Args('with', {
      type: () => ID,
      nullable: true,
      description: 'Another cluster to compare with, by global id, plain id or name.',
    })
    other: Text,
    @Caller() caller: Caller,
  ): Promise<DiffModel> {
    const isOther = typeof other === 'string';
    if (!isOther && typeof from !== 'string')
      throw RequestRefused.invalid([
        {
          field: 'from',
          reason: 'FieldValueRequired',
          message: 'Required value: a moment, or another cluster in `with`',
        },
      ]);
    const ends = {
      from: from ?? at,
      to: to ?? (isOther ? undefined : at),
      with: isOther ? clusterRef(other) : undefined,
    };
    return new DiffModel(accepted(await this.diffs.diff(caller, { cluster, ...ends })));
  }
}

/** The lists of a diff. */
@Resolver(() => DiffModel)
export class DiffListsResolver {
  @ResolveField(() => NodeDifferenceConnection, {
    description: 'All nodes whose requests differ, the largest difference first.',
  })
  movedNodes(@Parent() { diff }: DiffModel, @Args() args: PageArgs): Connection<NodeDifference> {
    const list = 'moved nodes';
    const all = diff.movedNodes.map((node, place) => ({ node, place }));
    const page = pageRequest(args, list, ['count'], ([place]) => Number(place));
    const { items, hasNext, hasPrevious } = pageOfAll(all, page, (item, place) => item.place - place);
    return connection({
      items,
      more: hasNext,
      continued: hasPrevious,
      totalCount: all.length,
      cursor: ({ place }) => writeCursor(list, String(place)),
      node: ({ node }) => node,
    });
  }

  @ResolveField(() => ObjectDifferenceConnection, {
    description: 'The objects that differ, by kind, namespace and name.',
  })
  objects(@Parent() { diff }: DiffModel, @Args() page: PageArgs): Connection<ObjectDifference> {
    return listed(diff.objects, page, { list: 'differences', keyOf: keyOfObject, parts: 3 });
  }

  @ResolveField(() => PlacementDifferenceConnection, {
    description: 'The pods on different nodes, by namespace and name.',
  })
  placements(@Parent() { diff }: DiffModel, @Args() page: PageArgs): Connection<PlacementDifference> {
    return listed(diff.placements, page, { list: 'placements', keyOf: keyOfPlacement, parts: 2 });
  }
}

interface DiffList<T> {
  readonly list: string;
  readonly keyOf: (item: T) => readonly string[];
  /** Of a key. */
  readonly parts: number;
}

function listed<T>(all: readonly T[], page: PageArgs, { list, keyOf, parts }: DiffList<T>): Connection<T> {
  const request = pageRequest(page, list, Array<CursorPart>(parts).fill('text'));
  const { items, hasNext, hasPrevious } = pageOfAll(all, request, (item, place) => compareKeys(keyOf(item), place));
  return connection({
    items,
    more: hasNext,
    continued: hasPrevious,
    totalCount: all.length,
    cursor: (item) => writeCursor(list, ...keyOf(item)),
    node: (item) => item,
  });
}
