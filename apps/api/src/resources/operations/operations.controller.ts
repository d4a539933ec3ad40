import { Controller, Get, HttpCode, Param, Post, Query, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { hasEnded, OperationService } from '#operations';
import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import { Caller } from '../../ground/caller/index.js';
import { type ListPage, PageTokens, valid, withoutUndefined } from '../../ground/http/index.js';
import { Described } from '../../ground/openapi/index.js';
import { accepted, ErrorCode } from '../../ground/outcome/index.js';
import { RETRY_AFTER } from './answer-operation.js';
import { operationListQuery, operationPage, operationSchema } from './operation.schema.js';
import { listedOperation, type ListedOperation, shownOperation, type ShownOperation } from './shown-operation.js';

@ApiTags('operations')
@Controller('v1/operations')
export class OperationsController {
  constructor(private readonly operations: OperationService) {}

  @Get()
  @Described({
    id: 'listOperations',
    summary: 'List operations',
    description:
      'Verifications, replays, exports and comparisons that are active or ended less than a day ago, newest ' +
      'first, including those of synchronous requests.',
    query: operationListQuery,
    answer: { status: 200, description: 'A page of operations.', schema: operationPage },
    problems: [ErrorCode.INVALID_REQUEST, ErrorCode.CLUSTER_NOT_FOUND],
  })
  async list(
    @Caller() caller: Caller,
    @Query(valid(operationListQuery)) { pageSize, pageToken, ...given }: z.output<typeof operationListQuery>,
  ): Promise<ListPage<ListedOperation>> {
    const tokens = new PageTokens(z.uuid(), ['operations', given]);
    const page = withoutUndefined({ pageSize, after: tokens.read(pageToken) });
    const { items, next } = accepted(await this.operations.list(caller, withoutUndefined(given), page));
    return tokens.page(items.map(listedOperation), next);
  }

  @Get(':operation')
  @Described({
    id: 'getOperation',
    summary: 'Read an operation',
    description:
      'Its progress, and its result once it has ended. While it is active the answer has `Retry-After`; ' +
      'with `If-None-Match` it is 304 if nothing changed.',
    answer: { status: 200, description: 'The operation.', schema: operationSchema },
    problems: [ErrorCode.OPERATION_NOT_FOUND],
  })
  async get(
    @Caller() caller: Caller,
    @Param('operation') id: string,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<ShownOperation> {
    const operation = accepted(await this.operations.get(caller, id));
    if (!hasEnded(operation)) void reply.header('retry-after', RETRY_AFTER);
    return shownOperation(operation);
  }

  @Post(':operation/cancel')
  @HttpCode(200)
  @Described({
    id: 'cancelOperation',
    summary: 'Cancel an operation',
    description:
      'Cancels a queued or running operation: immediately in its own process, within a second from another ' +
      'one. The synchronous request that waits for it is answered with `OPERATION_CANCELLED`. Cancelling a ' +
      'cancelled operation has no effect.',
    answer: { status: 200, description: 'The cancelled operation.', schema: operationSchema },
    problems: [ErrorCode.OPERATION_NOT_FOUND, ErrorCode.OPERATION_ENDED],
  })
  async cancel(@Caller() caller: Caller, @Param('operation') id: string): Promise<ShownOperation> {
    return shownOperation({ ...accepted(await this.operations.cancel(caller, id)), result: null });
  }
}
