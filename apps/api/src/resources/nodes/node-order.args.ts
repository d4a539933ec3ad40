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
    name: { description: 'By name.' },
    created: { description: 'By creation time.' },
    pods: { description: 'By the number of pods on the node, without succeeded and failed pods: `podCount`.' },
    share: {
      description:
        'By utilization of the resource: requested divided by allocatable, above 1 if more is requested than ' +
        'allocatable, 0 if nothing is allocatable.',
    },
  },
});

@InputType({ description: 'An order of nodes. Ties are ordered by name.' })
export class ClusterNodeOrder {
  @Field(() => ClusterNodeOrderBy, { description: 'The criterion.' })
  readonly by!: ClusterNodeOrderBy;

  @Field(() => String, { nullable: true, description: 'With `share` only: the resource. Default: `cpu`.' })
  readonly resource?: string | null;

  @Field(() => OrderDirection, { defaultValue: OrderDirection.ascending, description: 'The direction.' })
  readonly direction!: OrderDirection;
}

/** Which nodes, in which order. */
@ArgsType()
export class ClusterNodeListArgs extends SelectionArgs {
  @Field(() => ClusterNodeOrder, { nullable: true, description: 'The order. Default: by name.' })
  readonly orderBy?: ClusterNodeOrder | null;
}

/** The order that is asked for; of how full nodes are, with its resource. */
export function nodeOrderOf({ orderBy }: ClusterNodeListArgs): NodeOrder {
  const { by, resource, direction } = orderBy ?? { by: ClusterNodeOrderBy.name };
  const descending = direction === OrderDirection.descending;
  if (by === ClusterNodeOrderBy.share) return { by, resource: resource ?? 'cpu', descending };
  if (typeof resource === 'string')
    throw RequestRefused.invalid([
      { field: 'orderBy.resource', reason: 'FieldValueForbidden', message: 'may be set only with `by: share`' },
    ]);
  return by === ClusterNodeOrderBy.pods ? { by, descending } : { by, descending };
}

/** How full nodes are, as what they are ordered by. */
export type UsageOrder = { readonly descending: boolean } & (
  { readonly by: 'pods' } | { readonly by: 'share'; readonly resource: string }
);

/** An order of nodes as it is asked for. */
export type NodeOrder = UsageOrder | { readonly by: 'name' | 'created'; readonly descending: boolean };
