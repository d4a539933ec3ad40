import { Field, ID, InterfaceType } from '@nestjs/graphql';

/** Relay's `Node`; the Kubernetes object of that name is `ClusterNode`. */
@InterfaceType('Node', {
  description: 'Anything that can be fetched again by its global id.',
  resolveType: (value: object) => value.constructor,
})
export abstract class RelayNode {
  @Field(() => ID, {
    description:
      'Global id, unique over all types; opaque. It leads to what is there now, also from an object ' +
      'that is shown as it was.',
  })
  readonly id!: string;
}
