import { ArgsType, Field, ID, InputType } from '@nestjs/graphql';
import { hasEnded, OperationService } from '#operations';
import { z } from 'zod';
import { clusterRef } from '../clusters/index.js';
import { inTeam } from '../../ground/caller/index.js';
import { argsOf, MutationInput, PageArgs } from '../../ground/graphql/index.js';
import { operation } from '../../ground/operation/index.js';
import { ErrorCode } from '../../ground/outcome/index.js';
import { RETRY_AFTER } from './answer-operation.js';
import { operationFilter, operationListQuery, operationPage, operationSchema } from './operation.schema.js';
import { OperationConnection, OperationModel, operationRef } from './operations.model.js';
import { listed, shownOperation } from './shown-operation.js';

const tag = 'operations';
const permission = inTeam('viewer');
const uses = { operations: OperationService };

@ArgsType()
class OperationListArgs extends argsOf(operationFilter, { cluster: false }, PageArgs) {
  @Field(() => ID, { nullable: true, description: 'Only operations on this cluster, by global id, plain id or name.' })
  readonly clusterId?: string | null;
}

@ArgsType()
class OperationArgs {
  @Field(() => ID, { description: 'The global id or plain id.' })
  readonly id!: string;
}

@InputType({ isAbstract: true })
abstract class OperationMutationInput extends MutationInput {
  @Field(() => ID, { description: 'The operation, by global id or plain id.' })
  readonly operationId!: string;
}

export const listOperations = operation({
  name: 'listOperations',
  route: 'GET /v1/operations',
  tag,
  permission,
  summary: 'List operations',
  description:
    'Long-running operations of all kinds that are active or ended less than a day ' +
    'ago, newest first, including those of synchronous requests.',
  uses,
  query: operationListQuery,
  answer: { status: 200, description: 'A page of operations.', schema: operationPage },
  problems: [ErrorCode.CLUSTER_NOT_FOUND],
  pages: { place: z.uuid() },
  run: ({ operations }, { caller, query, page }) => operations.list(caller, query, page),
  show: ({ items, next }) => ({ items: items.map(listed), next }),
}).connection({
  on: 'Query',
  name: 'operations',
  type: () => OperationConnection,
  args: OperationListArgs,
  list: 'operations',
  parts: ['id'],
  placeOf: ([id = '']) => id,
  partsOf: ({ id }) => [id],
  asked: (_, { clusterId, kind, state }) => ({ kind, state, cluster: clusterId && clusterRef(clusterId) }),
  node: (one) => new OperationModel(one),
});

export const getOperation = operation({
  name: 'getOperation',
  route: 'GET /v1/operations/:operation',
  tag,
  permission,
  summary: 'Read an operation',
  description:
    'Its progress, and its result once it has ended. While it is active the answer has `Retry-After`; ' +
    'with `If-None-Match` it is 304 if nothing changed.',
  uses,
  answer: { status: 200, description: 'The operation.', schema: operationSchema },
  problems: [ErrorCode.OPERATION_NOT_FOUND],
  run: ({ operations }, { caller, path }) => operations.get(caller, path.operation),
  headers: (found): Readonly<Record<string, string>> => (hasEnded(found) ? {} : { 'retry-after': RETRY_AFTER }),
  show: (found) => shownOperation(found),
}).field({
  on: 'Query',
  name: 'operation',
  description: 'An operation; null if it does not exist, or no longer exists.',
  type: () => OperationModel,
  nullWhen: 'OperationNotFound',
  args: OperationArgs,
  asked: (_, { id }) => ({ operation: operationRef(id) }),
  show: (found) => new OperationModel(found),
});

export const cancelOperation = operation({
  name: 'cancelOperation',
  route: 'POST /v1/operations/:operation/cancel',
  tag,
  permission,
  summary: 'Cancel an operation',
  description:
    'Cancels a queued or running operation: immediately in its own process, within a second from another ' +
    'one. The synchronous request that waits for it is answered with `OPERATION_CANCELLED`. Cancelling a ' +
    'cancelled operation has no effect.',
  uses,
  answer: { status: 200, description: 'The cancelled operation.', schema: operationSchema },
  problems: [ErrorCode.OPERATION_NOT_FOUND, ErrorCode.OPERATION_ENDED],
  run: ({ operations }, { caller, path }) => operations.cancel(caller, path.operation),
  show: (cancelled) => shownOperation({ ...cancelled, result: null }),
}).mutation({
  input: { what: 'The operation.', about: 'An operation to cancel.', type: OperationMutationInput },
  path: ({ operationId }) => ({ operation: operationRef(operationId) }),
  payload: { operation: { type: () => OperationModel, what: 'The cancelled operation' } },
  changed: (cancelled) => ({ operation: new OperationModel(cancelled) }),
});
