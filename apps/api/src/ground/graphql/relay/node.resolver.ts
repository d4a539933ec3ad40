import { Args, Context, ID, Query, Resolver } from '@nestjs/graphql';
import { RequestRefused } from '../../outcome/index.js';
import type { RequestContext } from '../request-context.js';
import { NodeTypes, type FoundNode } from './node-types.js';
import { RelayNode } from './relay-node.model.js';

/** Ids of one call of `nodes`, at most. */
const MOST_IDS = 100;

/** Relay's roots: any object again, by its global id. */
@Resolver()
export class NodeResolver {
  constructor(private readonly types: NodeTypes) {}

  @Query(() => RelayNode, {
    nullable: true,
    description: 'Any object by its global id, in its present state; null if it does not exist, or no longer exists.',
  })
  node(
    @Args('id', { type: () => ID, description: 'The global id.' }) id: string,
    @Context() context: RequestContext,
  ): FoundNode {
    return this.types.find(context, id);
  }

  @Query(() => [RelayNode], {
    nullable: 'items',
    description:
      'Several objects by their global ids, in their present state and in the order of the ids; null for ' +
      'each that does not exist, or no longer exists.',
  })
  nodes(
    @Args('ids', { type: () => [ID], description: `The global ids, at most ${MOST_IDS}.` }) ids: readonly string[],
    @Context() context: RequestContext,
  ): Promise<(RelayNode | null)[]> {
    if (ids.length > MOST_IDS)
      throw RequestRefused.invalid([
        {
          field: 'ids',
          reason: 'FieldValueTooMany',
          message: `Too many: ${ids.length}: must have at most ${MOST_IDS} items`,
        },
      ]);
    return Promise.all(ids.map((id) => this.types.find(context, id)));
  }
}
