import { Body, Controller, HttpCode, Param, Post, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { ReplayOptions, ReplayReport } from '#scheduling';
import type { Outcome } from '#requests';
import type { FastifyReply } from 'fastify';
import type { z } from 'zod';
import { Caller } from '../../ground/caller/index.js';
import { Preferred, sendText, valid } from '../../ground/http/index.js';
import { answerBegun, locate, operationSchema, refuseUnwaitedLines } from '../operations/index.js';
import { Described } from '../../ground/openapi/index.js';
import { accepted, ErrorCode } from '../../ground/outcome/index.js';
import { ReplayOperations } from './replay-operations.js';
import { begun, replayAsNdjson } from './replay-as-text.js';
import { replaySelectionOf } from './replay-selection.js';
import { replayBody, replayReport } from './replay.schema.js';

const TYPES = ['application/json', 'application/x-ndjson'] as const;

@ApiTags('decisions')
@Controller('v1/clusters/:cluster/replays')
export class ReplaysController {
  constructor(private readonly replays: ReplayOperations) {}

  @Post()
  @HttpCode(200)
  @Described({
    id: 'replay',
    summary: 'Replay decisions',
    description:
      'Rebuilds the state before each decision, repeats the decision with the recorded profile, seed and ' +
      'rules, and compares everything: outcome, reasons, scores, digests, and the stored trace. Nothing is ' +
      'written. NDJSON has lines with `progress` first, and the report as the last line. It is cancelled if ' +
      'the client disconnects, unless `wait` is false. `Location` is the operation in both cases.',
    body: { schema: replayBody, example: {} },
    answer: { status: 200, description: 'The result.', schema: replayReport, types: [...TYPES] },
    also: [{ status: 202, description: 'The operation, if `wait` is false.', schema: operationSchema }],
    problems: [
      ErrorCode.INVALID_REQUEST,
      ErrorCode.CLUSTER_NOT_FOUND,
      ErrorCode.RUN_NOT_FOUND,
      ErrorCode.DECISION_NOT_FOUND,
      ErrorCode.RUN_NOT_REPLAYABLE,
      ErrorCode.HISTORY_EXPIRED,
      ErrorCode.ARCHIVED,
      ErrorCode.OPERATION_CANCELLED,
      ErrorCode.OPERATION_INTERRUPTED,
      ErrorCode.NOT_ACCEPTABLE,
      ErrorCode.TOO_MANY_REQUESTS,
    ],
  })
  async replay(
    @Caller() caller: Caller,
    @Preferred(TYPES) type: (typeof TYPES)[number],
    @Param('cluster') cluster: string,
    @Body(valid(replayBody)) body: z.output<typeof replayBody>,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const { wait, ...selected } = body;
    const request = { cluster, selection: replaySelectionOf(selected) };
    if (!wait) {
      refuseUnwaitedLines(type);
      return answerBegun(reply, accepted(await this.replays.begin(caller, request)));
    }
    const replay = async (options: ReplayOptions): Promise<Outcome<ReplayReport>> => {
      const { operation, ended } = accepted(await this.replays.await(caller, request, options));
      locate(reply, operation);
      return ended;
    };
    if (type === 'application/json') await reply.send(accepted(await replay({})));
    else await sendText(reply, type, await begun(replayAsNdjson((progress) => replay({ progress }))));
  }
}
