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
    name: { description: 'Their namespaces and names.' },
    created: { description: 'When they were made.' },
    priority: { description: 'Their priority.' },
    node: { description: 'The name of their node; those on none come first.' },
  },
});

@InputType({ description: 'An order of pods; those that are equal in it are by namespace and name.' })
export class PodOrder {
  @Field(() => PodOrderBy, { description: 'What they are ordered by.' })
  readonly by!: PodOrderBy;

  @Field(() => OrderDirection, { defaultValue: OrderDirection.ascending, description: 'Which way.' })
  readonly direction!: OrderDirection;
}

/** Which pods, in which order. */
@ArgsType()
export class PodListArgs extends NamespacedSelectionArgs {
  @Field(() => PodOrder, { nullable: true, description: 'By namespace and name when it is not given.' })
  readonly orderBy?: PodOrder | null;
}

/** The order as the services take it. */
export function orderOf({ orderBy }: PodListArgs): ObjectOrder | undefined {
  return orderBy ? { by: orderBy.by, descending: orderBy.direction === OrderDirection.descending } : undefined;
}
