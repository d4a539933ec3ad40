import { ArgsType, Field, ID, InputType, ObjectType } from '@nestjs/graphql';
import { MutationInput, MutationPayload, PageArgs } from '../../ground/graphql/index.js';
import { OperationKindModel, OperationModel, OperationStateModel } from './operations.model.js';

/** Which operations; all that is given must hold. */
@ArgsType()
export class OperationListArgs extends PageArgs {
  @Field(() => ID, { nullable: true, description: 'Only operations on this cluster, by global id, plain id or name.' })
  readonly clusterId?: string | null;

  @Field(() => OperationKindModel, { nullable: true, description: 'Only operations of this kind.' })
  readonly kind?: OperationModel['kind'] | null;

  @Field(() => OperationStateModel, { nullable: true, description: 'Only in this state.' })
  readonly state?: OperationModel['state'] | null;
}

@InputType({ description: 'An operation to cancel.' })
export class CancelOperationInput extends MutationInput {
  @Field(() => ID, { description: 'The operation, by global id or plain id.' })
  readonly operationId!: string;
}

@ObjectType({ description: 'Payload of cancelOperation.' })
export class CancelOperationPayload extends MutationPayload {
  @Field(() => OperationModel, { nullable: true, description: 'The cancelled operation; null if refused.' })
  readonly operation?: OperationModel;
}

@ObjectType({ isAbstract: true })
export abstract class StartPayload extends MutationPayload {
  @Field(() => OperationModel, {
    nullable: true,
    description: 'The operation, which continues in the background; null if refused.',
  })
  readonly operation?: OperationModel;
}
