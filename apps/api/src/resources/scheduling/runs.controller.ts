import { Body, Controller, Get, HttpCode, Param, Post, Query, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { SchedulingService, type Run } from '#scheduling';
import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import { Caller } from '../../ground/caller/index.js';
import {
  filtersOf,
  IdempotencyKey,
  Idempotent,
  type Keyed,
  momentQuery,
  nextPlace,
  PageTokens,
  placeInTime,
  withoutUndefined,
  type ListPage,
  valid,
} from '../../ground/http/index.js';
import { Described } from '../../ground/openapi/index.js';
import { accepted, ErrorCode } from '../../ground/outcome/index.js';
import { progressOf } from './run-progress.js';
import { runBody, runListQuery, runPage, runSchema } from './run.schema.js';
import { NO_SEED, scheduleRequestOf } from './schedule-request.js';

/** A run; one that is under way in this process says how far it is. */
type ShownRun = Run & { readonly progress?: { readonly decided: number } | null };

@ApiTags('scheduling')
@Controller('v1/clusters/:cluster/runs')
export class RunsController {
  constructor(private readonly scheduling: SchedulingService) {}

  @Post()
  @Idempotent()
  @Described({
    id: 'schedule',
    summary: 'Schedule pods',
    description:
      'Decides pods in queue order on one state of the cluster, and commits bindings, decisions and traces ' +
      'together.',
    body: { schema: runBody, example: { pods: { namespace: 'default' }, tieBreak: 'first' } },
    answer: { status: 201, description: 'The complete run.', schema: runSchema },
    also: [{ status: 202, description: 'The started run, if `wait` is false.', schema: runSchema }],
    problems: [
      ErrorCode.INVALID_REQUEST,
      ErrorCode.CLUSTER_NOT_FOUND,
      ErrorCode.REVISION_CONFLICT,
      ErrorCode.NO_PODS_SELECTED,
      ErrorCode.PODS_NOT_FOUND,
      ErrorCode.PROFILE_NOT_FOUND,
      ErrorCode.PROFILE_INVALID,
      ErrorCode.IDEMPOTENCY_KEY_REUSED,
      ErrorCode.TOO_MANY_REQUESTS,
    ],
  })
  async schedule(
    @Caller() caller: Caller,
    @Param('cluster') cluster: string,
    @Body(valid(runBody)) input: z.output<typeof runBody>,
    @IdempotencyKey() keyed: Keyed,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Run> {
    const { wait } = input;
    // Keys are kept with all that the run is made with.
    const options = { wait, ...keyed({ cluster, ...input, seed: input.seed ?? NO_SEED }) };
    const run = accepted(await this.scheduling.schedule(caller, scheduleRequestOf(cluster, input), options));
    void reply.status(wait ? 201 : 202).header('location', `/v1/clusters/${run.cluster}/runs/${run.id}`);
    return run;
  }

  @Get()
  @Described({
    id: 'listRuns',
    summary: 'List runs',
    description: 'Newest first, by end time. At a moment: runs requested up to it.',
    query: runListQuery,
    answer: { status: 200, description: 'A page of runs.', schema: runPage },
    problems: [ErrorCode.INVALID_REQUEST, ErrorCode.CLUSTER_NOT_FOUND, ErrorCode.HISTORY_EXPIRED, ErrorCode.ARCHIVED],
  })
  async list(
    @Caller() caller: Caller,
    @Param('cluster') cluster: string,
    @Query(valid(runListQuery)) query: z.output<typeof runListQuery>,
    @Query() given: unknown,
  ): Promise<ListPage<Run>> {
    const { pageSize, pageToken, at, ...filter } = query;
    const tokens = new PageTokens(placeInTime(z.uuid()), ['runs', cluster, filtersOf(given)]);
    const from = tokens.read(pageToken);
    const which = withoutUndefined({ cluster, at: from?.at ?? at });
    const { items, next, moment } = accepted(
      await this.scheduling.list(caller, which, {
        filter: withoutUndefined(filter),
        ...withoutUndefined({ pageSize, after: from?.after }),
      }),
    );
    return tokens.page(items, nextPlace(next, moment));
  }

  @Post(':run/cancel')
  @HttpCode(200)
  @Described({
    id: 'cancelRun',
    summary: 'Cancel a run',
    description:
      'Stops an active run: the committed parts stay, the current part is discarded. Cancelling a cancelled ' +
      'run has no effect.',
    answer: { status: 200, description: 'The cancelled run.', schema: runSchema },
    problems: [ErrorCode.CLUSTER_NOT_FOUND, ErrorCode.RUN_NOT_FOUND, ErrorCode.RUN_ENDED],
  })
  async cancel(@Caller() caller: Caller, @Param('cluster') cluster: string, @Param('run') id: string): Promise<Run> {
    return accepted(await this.scheduling.cancel(caller, cluster, id));
  }

  @Get(':run')
  @Described({
    id: 'getRun',
    summary: 'Read a run',
    description:
      'While the run is active, `progress` is the number of pods decided. At a moment: only if the run was ' +
      'requested up to it.',
    query: momentQuery,
    answer: { status: 200, description: 'The run.', schema: runSchema },
    problems: [
      ErrorCode.INVALID_REQUEST,
      ErrorCode.CLUSTER_NOT_FOUND,
      ErrorCode.RUN_NOT_FOUND,
      ErrorCode.HISTORY_EXPIRED,
      ErrorCode.ARCHIVED,
    ],
  })
  async get(
    @Caller() caller: Caller,
    @Param('cluster') cluster: string,
    @Param('run') id: string,
    @Query(valid(momentQuery)) query: z.output<typeof momentQuery>,
  ): Promise<ShownRun> {
    const run = accepted(await this.scheduling.get(caller, withoutUndefined({ cluster, at: query.at }), id));
    return run.state === 'running' ? { ...run, progress: progressOf(run, this.scheduling) } : run;
  }
}
