import { Controller, Get, Param, Post, Query, Req, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { CheckpointService, type CheckpointView } from '#history';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { callerOf } from '../caller/caller-of.js';
import { PageTokens, parseRequest, preferredType, type ListPage } from '../http/index.js';
import { Described } from '../openapi/index.js';
import { accepted, ErrorCode, RequestRefused } from '../outcome/index.js';
import { checkpointListQuery, checkpointPage, checkpointSchema, checkpointSize } from './proof.schema.js';

const TYPES = ['application/json', 'text/plain'] as const;

@ApiTags('proof')
@Controller('v1/clusters/:cluster/checkpoints')
export class CheckpointsController {
  constructor(private readonly checkpoints: CheckpointService) {}

  @Post()
  @Described({
    id: 'createCheckpoint',
    summary: 'Sign a checkpoint',
    description:
      "At the cluster's last revision. Where nothing has happened since the last checkpoint, it is that one.",
    answer: { status: 201, description: 'The checkpoint.', schema: checkpointSchema },
    problems: [ErrorCode.CLUSTER_NOT_FOUND, ErrorCode.HISTORY_NOT_SIGNED, ErrorCode.HISTORY_ARCHIVED],
  })
  async create(
    @Req() request: FastifyRequest,
    @Param('cluster') cluster: string,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<CheckpointView> {
    const checkpoint = accepted(await this.checkpoints.create(callerOf(request), cluster));
    void reply.header('location', `/v1/clusters/${checkpoint.cluster}/checkpoints/${checkpoint.size}`);
    return checkpoint;
  }

  @Get()
  @Described({
    id: 'listCheckpoints',
    summary: 'List checkpoints',
    description: 'The largest first.',
    query: checkpointListQuery,
    answer: { status: 200, description: 'A page of checkpoints.', schema: checkpointPage },
    problems: [ErrorCode.INVALID_REQUEST, ErrorCode.CLUSTER_NOT_FOUND],
  })
  async list(
    @Req() request: FastifyRequest,
    @Param('cluster') cluster: string,
    @Query() query: unknown,
  ): Promise<ListPage<CheckpointView>> {
    const { pageSize, pageToken } = parseRequest(checkpointListQuery, query);
    const tokens = new PageTokens(z.string().regex(/^[0-9]{1,15}$/), ['checkpoints', cluster]);
    const before = tokens.read(pageToken);
    const { items, next } = accepted(
      await this.checkpoints.list(callerOf(request), cluster, {
        pageSize,
        ...(before === undefined ? {} : { before: Number(before) }),
      }),
    );
    return tokens.page(items, next);
  }

  @Get(':size')
  @Described({
    id: 'getCheckpoint',
    summary: 'Read a checkpoint',
    description: 'By its size, or `latest`. As text/plain it is the signed note itself: keep it somewhere else.',
    answer: { status: 200, description: 'The checkpoint.', schema: checkpointSchema, types: [...TYPES] },
    problems: [ErrorCode.CLUSTER_NOT_FOUND, ErrorCode.CHECKPOINT_NOT_FOUND, ErrorCode.NOT_ACCEPTABLE],
  })
  async get(
    @Req() request: FastifyRequest,
    @Param('cluster') cluster: string,
    @Param('size') size: string,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<CheckpointView | string> {
    const type = preferredType(request, TYPES);
    const asked = checkpointSize.safeParse(size);
    if (!asked.success) throw RequestRefused.of({ kind: 'CheckpointNotFound', size });
    const checkpoint = accepted(await this.checkpoints.get(callerOf(request), cluster, asked.data));
    if (type === 'application/json') return checkpoint;
    void reply.type('text/plain; charset=utf-8');
    return checkpoint.note;
  }
}
