import { Field, ID, ObjectType } from '@nestjs/graphql';
import type { Operation } from '#operations';
import { connectionOf, globalIdType, RelayNode, viewOf } from '../../ground/graphql/index.js';
import { ErrorCode } from '../../ground/outcome/index.js';
import { listedOperation } from './operation.schema.js';
import { problemOf } from './shown-operation.js';

@ObjectType('OperationProblem', { description: 'Why an operation has no result.' })
export class OperationProblemModel {
  @Field(() => ErrorCode, { description: 'The reason code, for programs.' })
  readonly code!: ErrorCode;

  @Field({ description: 'The reason, for people.' })
  readonly message!: string;
}

/** Global ids of operations. */
export const OPERATION_ID = globalIdType('Operation', ['operation']);

/** The plain id of an operation, of its global id or itself. */
export function operationRef(id: string): string {
  return OPERATION_ID.read(id)?.operation ?? id;
}

@ObjectType('Operation', {
  implements: () => RelayNode,
  description:
    'A long-running operation: a verification, replay, export, import, comparison or advance, from its request until ' +
    'a day after its end.',
})
export class OperationModel
  extends viewOf<Operation>(listedOperation, { without: ['id', 'cluster', 'problem'] })
  implements RelayNode
{
  constructor(readonly operation: Operation) {
    super(operation);
  }

  get id(): string {
    return OPERATION_ID.write({ operation: this.operation.id });
  }

  @Field(() => ID, { description: 'The id in REST paths; a UUID.' })
  get uid(): string {
    return this.operation.id;
  }

  @Field(() => OperationProblemModel, {
    nullable: true,
    description: 'Why there is no result; null if there is one, or the operation is active.',
  })
  get problem(): OperationProblemModel | null {
    const problem = problemOf(this.operation);
    return problem === null ? null : { code: problem.code, message: problem.detail };
  }
}

/** A page of operations. */
export const OperationConnection = connectionOf(OperationModel, {
  name: 'Operation',
  what: 'an operation',
  counted: false,
});
