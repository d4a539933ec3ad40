import { Field, ID, Int, ObjectType } from '@nestjs/graphql';
import type { Operation } from '#operations';
import { connectionOf, DateTime, enumOf, globalIdType, Json, RelayNode } from '../../ground/graphql/index.js';
import { ErrorCode } from '../../ground/outcome/index.js';
import { operationKind, operationState } from './operation.schema.js';
import { problemOf } from './shown-operation.js';

export const OperationKindModel = enumOf(operationKind, {
  name: 'OperationKind',
  description: 'What takes long.',
  words: {
    verification: 'Verifying what is stored.',
    replay: 'Deciding again.',
    export: 'Writing a cluster or its ledger into a file.',
    comparison: 'Placing the same pods on two sides.',
  },
});

export const OperationStateModel = enumOf(operationState, {
  name: 'OperationState',
  description: 'How far an operation is.',
  words: {
    queued: 'It waits for its turn: of each kind one at a time is worked on for a caller.',
    running: 'It is being worked on.',
    succeeded: 'It has a result.',
    failed: 'It has none, and its problem says why.',
    cancelled: 'Somebody ended it, or whoever waited for it went away.',
  },
});

@ObjectType('OperationProgress', { description: 'How much of an operation is done.' })
export class OperationProgressModel {
  @Field({ description: 'So much; a decimal integer.' })
  readonly done!: string;

  @Field({ description: 'Of so much, as far as was known when it began; a decimal integer.' })
  readonly total!: string;

  @Field({ description: 'What is counted, such as `decisions`.' })
  readonly unit!: string;

  @Field({ description: 'What is being done, for people.' })
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
    'Something that takes long: a verification, a replay, an export or a comparison, from when it was asked for ' +
    'until a day after its end.',
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

  @Field(() => OperationKindModel, { description: 'What it does.' })
  get kind(): Operation['kind'] {
    return this.operation.kind;
  }

  @Field(() => OperationStateModel, { description: 'How far it is.' })
  get state(): Operation['state'] {
    return this.operation.state;
  }

  @Field({ description: 'Who asked for it.' })
  get caller(): string {
    return this.operation.caller;
  }

  @Field(() => Int, {
    nullable: true,
    description:
      'While it is queued: which one in the queue it is, from 1. Callers take turns, so that it may be sooner.',
  })
  get place(): number | null {
    return this.operation.place;
  }

  @Field(() => OperationProgressModel, { description: 'How much of it is done; noted once a second.' })
  get progress(): OperationProgressModel {
    const { done, total, ...progress } = this.operation.progress;
    return { ...progress, done: String(done), total: String(total) };
  }

  @Field(() => Json, { description: 'What was asked for, as REST takes it.' })
  get request(): object {
    return this.operation.request;
  }

  @Field(() => OperationProblemModel, {
    nullable: true,
    description: 'Why it has no result; null where it has one, or has not ended.',
  })
  get problem(): OperationProblemModel | null {
    const problem = problemOf(this.operation);
    return problem === null ? null : { code: problem.code, message: problem.detail };
  }

  @Field(() => DateTime, { description: 'When it was asked for.' })
  get createdAt(): string {
    return this.operation.createdAt;
  }

  @Field(() => DateTime, { nullable: true, description: 'When its turn came; null until then.' })
  get startedAt(): string | null {
    return this.operation.startedAt;
  }

  @Field(() => DateTime, { nullable: true, description: 'When it ended; null until then.' })
  get finishedAt(): string | null {
    return this.operation.finishedAt;
  }

  @Field(() => DateTime, { nullable: true, description: 'When it is forgotten; null until it has ended.' })
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
