import { Controller, Get, Param, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { CheckpointService, type CheckpointView } from '#history';
import { z } from 'zod';
import { Caller } from '../../ground/caller/index.js';
import {
  Lasts,
  PageTokens,
  AnswerHeaders,
  Preferred,
  typeOfText,
  type ListPage,
  valid,
} from '../../ground/http/index.js';
import { Described } from '../../ground/openapi/index.js';
import { accepted, ErrorCode, RequestRefused } from '../../ground/outcome/index.js';
import { checkpointListQuery, checkpointPage, checkpointSchema, checkpointSize } from './proof.schema.js';

const TYPES = ['application/json', 'text/plain'] as const;

@ApiTags('proof')
@Controller('v1/clusters/:cluster/checkpoints')
export class CheckpointsController {
  constructor(private readonly checkpoints: CheckpointService) {}

  @Post()
  @AnswerHeaders<CheckpointView>(({ cluster, size }) => ({ location: `/v1/clusters/${cluster}/checkpoints/${size}` }))
  @Described({
    id: 'createCheckpoint',
    summary: 'Sign a checkpoint',
    description: "At the cluster's last revision. If nothing was written since the last checkpoint, returns that one.",
    answer: { status: 201, description: 'The checkpoint.', schema: checkpointSchema },
    problems: [
      ErrorCode.CLUSTER_NOT_FOUND,
      ErrorCode.HISTORY_NOT_SIGNED,
      ErrorCode.HISTORY_ARCHIVED,
      ErrorCode.STORAGE_UNAVAILABLE,
    ],
  })
  async create(@Caller() caller: Caller, @Param('cluster') cluster: string): Promise<CheckpointView> {
    return accepted(await this.checkpoints.create(caller, cluster));
  }

  @Get()
  @Described({
    id: 'listCheckpoints',
    summary: 'List checkpoints',
    description: 'Largest first.',
    query: checkpointListQuery,
    answer: { status: 200, description: 'A page of checkpoints.', schema: checkpointPage },
    problems: [ErrorCode.INVALID_REQUEST, ErrorCode.CLUSTER_NOT_FOUND],
  })
  async list(
    @Caller() caller: Caller,
    @Param('cluster') cluster: string,
    @Query(valid(checkpointListQuery)) query: z.output<typeof checkpointListQuery>,
  ): Promise<ListPage<CheckpointView>> {
    const { pageSize, pageToken } = query;
    const tokens = new PageTokens(z.string().regex(/^[0-9]{1,15}$/), ['checkpoints', cluster]);
    const before = tokens.read(pageToken);
    const { items, next } = accepted(
      await this.checkpoints.list(caller, cluster, {
        pageSize,
        ...(before === undefined ? {} : { before: Number(before) }),
      }),
    );
    return tokens.page(items, next);
  }

  @Get(':size')
  @Lasts(({ params }) => (params['size'] === 'latest' ? 'changing' : 'numbered'))
  @AnswerHeaders<CheckpointView | string>(typeOfText)
  @Described({
    id: 'getCheckpoint',
    summary: 'Read a checkpoint',
    description: 'By its size, or `latest`. text/plain is the signed note itself; store it outside the service.',
    answer: { status: 200, description: 'The checkpoint.', schema: checkpointSchema, types: [...TYPES] },
    problems: [ErrorCode.CLUSTER_NOT_FOUND, ErrorCode.CHECKPOINT_NOT_FOUND, ErrorCode.NOT_ACCEPTABLE],
  })
  async get(
    @Caller() caller: Caller,
    @Param('cluster') cluster: string,
    @Param('size') size: string,
    @Preferred(TYPES) type: (typeof TYPES)[number],
  ): Promise<CheckpointView | string> {
    const asked = checkpointSize.safeParse(size);
    if (!asked.success) throw RequestRefused.of({ kind: 'CheckpointNotFound', size });
    const checkpoint = accepted(await this.checkpoints.get(caller, cluster, asked.data));
    return type === 'application/json' ? checkpoint : checkpoint.note;
  }
}
