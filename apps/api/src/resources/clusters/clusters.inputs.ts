import { Field, ID, InputType } from '@nestjs/graphql';
import { MutationInput } from '../../ground/graphql/index.js';

/** What every mutation takes that is about a cluster. */
@InputType({ isAbstract: true })
export abstract class ClusterMutationInput extends MutationInput {
  @Field(() => ID, { description: 'The cluster, by global id, plain id or name.' })
  readonly clusterId!: string;
}
