import { Body, Controller, HttpCode, Param, Post, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { ReplayService, type ReplayOptions } from '#scheduling';
import type { FastifyReply } from 'fastify';
import type { z } from 'zod';
import { Caller } from '../caller/index.js';
import { Preferred, sendText, valid } from '../http/index.js';
import { Described } from '../openapi/index.js';
import { accepted, ErrorCode } from '../outcome/index.js';
import { begun, replayAsNdjson } from './replay-as-text.js';
import { replaySelectionOf } from './replay-selection.js';
import { replayBody, replayReport } from './replay.schema.js';

const TYPES = ['application/json', 'application/x-ndjson'] as const;

@ApiTags('decisions')
@Controller('v1/clusters/:cluster/replays')
export class ReplaysController {
  constructor(private readonly replays: ReplayService) {}

  @Post()
  @HttpCode(200)
  @Described({
    id: 'replay',
    summary: 'Decide again',
    description:
      'Rebuilds the state that decisions were made on, makes them again with the recorded profile, seed and ' +
      'rules, and compares everything: outcome, reasons, scores, digests, and the stored evidence. Nothing ' +
      'is written. As NDJSON, lines with `progress` come first, and the report as the last line. It ends ' +
      'when the client goes away.',
    body: { schema: replayBody, example: {} },
    answer: { status: 200, description: 'What it came to.', schema: replayReport, types: [...TYPES] },
    problems: [
      ErrorCode.INVALID_REQUEST,
      ErrorCode.CLUSTER_NOT_FOUND,
      ErrorCode.RUN_NOT_FOUND,
      ErrorCode.DECISION_NOT_FOUND,
      ErrorCode.RUN_NOT_REPLAYABLE,
      ErrorCode.HISTORY_EXPIRED,
      ErrorCode.ARCHIVED,
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
    const selection = replaySelectionOf(body);
    const replay = (options: ReplayOptions): ReturnType<ReplayService['replay']> =>
      this.replays.replay(caller, { cluster, selection }, options);
    if (type === 'application/json') await reply.send(accepted(await replay({})));
    else await sendText(reply, type, await begun(replayAsNdjson((progress) => replay({ progress }))));
  }
}
