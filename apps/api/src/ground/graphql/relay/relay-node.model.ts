import { Field, ID, InterfaceType } from '@nestjs/graphql';

/** Relay's `Node`; the Kubernetes object of that name is `ClusterNode`. */
@InterfaceType('Node', {
  description: 'An object that can be read again by its global id.',
  resolveType: (value: object) => value.constructor,
})
export abstract class RelayNode {
  @Field(() => ID, {
    description:
      'The global id, unique over all types; opaque. It leads to the present state, also if the object is ' +
      'shown in a past one.',
  })
  readonly id!: string;
}
