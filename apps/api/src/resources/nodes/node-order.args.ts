import { ArgsType, Field, InputType, registerEnumType } from '@nestjs/graphql';
import { OrderDirection, SelectionArgs } from '../objects/index.js';
import { RequestRefused } from '../../ground/outcome/index.js';

export enum ClusterNodeOrderBy {
  name = 'name',
  created = 'created',
  pods = 'pods',
  share = 'share',
}

registerEnumType(ClusterNodeOrderBy, {
  name: 'ClusterNodeOrderBy',
  description: 'What nodes can be ordered by.',
  valuesMap: {
    name: { description: 'Their names.' },
    created: { description: 'When they were made.' },
    pods: { description: 'How many pods take room on them: `podCount`.' },
    share: {
      description:
        'What share of the resource is requested: requested by allocatable, above 1 where more is requested than ' +
        'there is; where there is none of it, 0.',
    },
  },
});

@InputType({ description: 'An order of nodes; those that are equal in it are by name.' })
export class ClusterNodeOrder {
  @Field(() => ClusterNodeOrderBy, { description: 'What they are ordered by.' })
  readonly by!: ClusterNodeOrderBy;

  @Field(() => String, {
    nullable: true,
    description: 'With `share`, and only there: of which resource, `cpu` when it is not given.',
  })
  readonly resource?: string | null;

  @Field(() => OrderDirection, { defaultValue: OrderDirection.ascending, description: 'Which way.' })
  readonly direction!: OrderDirection;
}

/** Which nodes, in which order. */
@ArgsType()
export class ClusterNodeListArgs extends SelectionArgs {
  @Field(() => ClusterNodeOrder, { nullable: true, description: 'By name when it is not given.' })
  readonly orderBy?: ClusterNodeOrder | null;
}

/** The order that is asked for; of how full nodes are, with its resource. */
export function nodeOrderOf({ orderBy }: ClusterNodeListArgs): NodeOrder {
  const { by, resource, direction } = orderBy ?? { by: ClusterNodeOrderBy.name };
  const descending = direction === OrderDirection.descending;
  if (by === ClusterNodeOrderBy.share) return { by, resource: resource ?? 'cpu', descending };
  if (typeof resource === 'string')
    throw RequestRefused.invalid([
      { field: 'orderBy.resource', reason: 'FieldValueForbidden', message: 'may be given only with `by: share`' },
    ]);
  return by === ClusterNodeOrderBy.pods ? { by, descending } : { by, descending };
}

/** How full nodes are, as what they are ordered by. */
export type UsageOrder = { readonly descending: boolean } & (
  { readonly by: 'pods' } | { readonly by: 'share'; readonly resource: string }
);

/** An order of nodes as it is asked for. */
export type NodeOrder = UsageOrder | { readonly by: 'name' | 'created'; readonly descending: boolean };
