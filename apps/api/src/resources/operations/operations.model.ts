import { Field, ID, Int, ObjectType } from '@nestjs/graphql';
import type { Operation } from '#operations';
import { connectionOf, DateTime, enumOf, globalIdType, Json, RelayNode } from '../../ground/graphql/index.js';
import { ErrorCode } from '../../ground/outcome/index.js';
import { operationKind, operationState } from './operation.schema.js';
import { problemOf } from './shown-operation.js';

export const OperationKindModel = enumOf(operationKind, {
  name: 'OperationKind',
  description: 'Kinds of long-running operations.',
  words: {
    verification: 'Verifying the stored records.',
    replay: 'Repeating decisions.',
    export: 'Writing a cluster or its ledger into a file.',
    comparison: 'Scheduling the same pods on two sides.',
  },
});

export const OperationStateModel = enumOf(operationState, {
  name: 'OperationState',
  description: 'State of an operation.',
  words: {
    queued: 'It waits: of each kind one operation of a caller runs at a time.',
    running: 'It is running.',
    succeeded: 'It succeeded, and has a result.',
    failed: 'It failed; its problem gives the cause.',
    cancelled: 'It was cancelled, or the client of its synchronous request disconnected.',
  },
});

@ObjectType('OperationProgress', { description: 'Progress of an operation.' })
export class OperationProgressModel {
  @Field({ description: 'The amount done; a decimal integer.' })
  readonly done!: string;

  @Field({ description: 'The total amount, as far as known when it began; a decimal integer.' })
  readonly total!: string;

  @Field({ description: 'The unit of `done` and `total`, such as `decisions`.' })
  readonly unit!: string;

  @Field({ description: 'The current step, for people.' })
  readonly message!: string;
}

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
    'A long-running operation: a verification, replay, export or comparison, from its request until a day ' +
    'after its end.',
})
export class OperationModel implements RelayNode {
  constructor(readonly operation: Operation) {}

  get id(): string {
    return OPERATION_ID.write({ operation: this.operation.id });
  }

  @Field(() => ID, { description: 'The id in REST paths; a UUID.' })
  get uid(): string {
    return this.operation.id;
  }

  @Field(() => OperationKindModel, { description: 'Kind of the operation.' })
  get kind(): Operation['kind'] {
    return this.operation.kind;
  }

  @Field(() => OperationStateModel, { description: 'The state.' })
  get state(): Operation['state'] {
    return this.operation.state;
  }

  @Field({ description: 'Name of the caller who started it.' })
  get caller(): string {
    return this.operation.caller;
  }

  @Field(() => Int, {
    nullable: true,
    description:
      'While it is queued: its place in the queue, from 1. The queue serves callers in rotation, so that it ' +
      'may start sooner.',
  })
  get place(): number | null {
    return this.operation.place;
  }

  @Field(() => OperationProgressModel, { description: 'Progress, updated once a second.' })
  get progress(): OperationProgressModel {
    const { done, total, ...progress } = this.operation.progress;
    return { ...progress, done: String(done), total: String(total) };
  }

  @Field(() => Json, { description: 'The request, as in REST.' })
  get request(): object {
    return this.operation.request;
  }

  @Field(() => OperationProblemModel, {
    nullable: true,
    description: 'Why there is no result; null if there is one, or the operation is active.',
  })
  get problem(): OperationProblemModel | null {
    const problem = problemOf(this.operation);
    return problem === null ? null : { code: problem.code, message: problem.detail };
  }

  @Field(() => DateTime, { description: 'When it was requested.' })
  get createdAt(): string {
    return this.operation.createdAt;
  }

  @Field(() => DateTime, { nullable: true, description: 'When it began to run; null before that.' })
  get startedAt(): string | null {
    return this.operation.startedAt;
  }

  @Field(() => DateTime, { nullable: true, description: 'When it ended; null before that.' })
  get finishedAt(): string | null {
    return this.operation.finishedAt;
  }

  @Field(() => DateTime, { nullable: true, description: 'When it expires; null until it has ended.' })
  get expiresAt(): string | null {
    return this.operation.expiresAt;
  }
}

/** A page of operations. */
export const OperationConnection = connectionOf(OperationModel, {
  name: 'Operation',
  what: 'an operation',
  counted: false,
});
