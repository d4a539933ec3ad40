import { ArgsType, Field, InputType, registerEnumType } from '@nestjs/graphql';
import type { ObjectOrder } from '#cluster';
import { NamespacedSelectionArgs, OrderDirection } from '../objects/index.js';

export enum PodOrderBy {
  name = 'name',
  created = 'created',
  priority = 'priority',
  node = 'node',
}

registerEnumType(PodOrderBy, {
  name: 'PodOrderBy',
  description: 'What pods can be ordered by.',
  valuesMap: {
    name: { description: 'By namespace and name.' },
    created: { description: 'By creation time.' },
    priority: { description: 'By priority.' },
    node: { description: 'By name of the node; pods without a node come first.' },
  },
});

@InputType({ description: 'An order of pods. Ties are ordered by namespace and name.' })
export class PodOrder {
  @Field(() => PodOrderBy, { description: 'The criterion.' })
  readonly by!: PodOrderBy;

  @Field(() => OrderDirection, { defaultValue: OrderDirection.ascending, description: 'The direction.' })
  readonly direction!: OrderDirection;
}

/** Which pods, in which order. */
@ArgsType()
export class PodListArgs extends NamespacedSelectionArgs {
  @Field(() => PodOrder, { nullable: true, description: 'The order. Default: by namespace and name.' })
  readonly orderBy?: PodOrder | null;
}

/** The order as the services take it. */
export function orderOf({ orderBy }: PodListArgs): ObjectOrder | undefined {
  return orderBy ? { by: orderBy.by, descending: orderBy.direction === OrderDirection.descending } : undefined;
}
