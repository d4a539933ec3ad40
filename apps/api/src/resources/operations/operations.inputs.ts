import { ArgsType, Field, ID, InputType, ObjectType } from '@nestjs/graphql';
import { MutationInput, MutationPayload, PageArgs } from '../../ground/graphql/index.js';
import { OperationKindModel, OperationModel, OperationStateModel } from './operations.model.js';

/** Which operations; all that is given must hold. */
@ArgsType()
export class OperationListArgs extends PageArgs {
  @Field(() => ID, {
    nullable: true,
    description: 'Only those about this cluster: its global id, its plain id or its name.',
  })
  readonly clusterId?: string | null;

  @Field(() => OperationKindModel, { nullable: true, description: 'Only those of this kind.' })
  readonly kind?: OperationModel['kind'] | null;

  @Field(() => OperationStateModel, { nullable: true, description: 'Only those that are so far.' })
  readonly state?: OperationModel['state'] | null;
}

@InputType({ description: 'An operation to cancel.' })
export class CancelOperationInput extends MutationInput {
  @Field(() => ID, { description: 'The operation: its global id or its plain id.' })
  readonly operationId!: string;
}

@ObjectType({ description: 'What cancelOperation did.' })
export class CancelOperationPayload extends MutationPayload {
  @Field(() => OperationModel, { nullable: true, description: 'The operation as it is now; null when it was refused.' })
  readonly operation?: OperationModel;
}

@ObjectType({ isAbstract: true })
export abstract class StartPayload extends MutationPayload {
  @Field(() => OperationModel, {
    nullable: true,
    description: 'The operation, which goes on by itself; null when it was refused.',
  })
  readonly operation?: OperationModel;
}
