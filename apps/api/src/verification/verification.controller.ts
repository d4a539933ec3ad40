import { PassThrough } from 'node:stream';
import { Body, Controller, HttpCode, Post, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { VerificationService, type VerificationRequest } from '#integrity';
import type { FastifyReply } from 'fastify';
import type { z } from 'zod';
import { Caller } from '../caller/index.js';
import { Preferred, withoutUndefined, valid } from '../http/index.js';
import { Described } from '../openapi/index.js';
import { accepted, ErrorCode } from '../outcome/index.js';
import { verificationBody, verificationSchema } from './verification.schema.js';

const TYPES = ['application/json', 'application/x-ndjson'] as const;

@ApiTags('verification')
@Controller('v1/verifications')
export class VerificationController {
  constructor(private readonly verification: VerificationService) {}

  @Post()
  @HttpCode(200)
  @Described({
    id: 'verify',
    summary: 'Verify what is stored',
    description:
      'Reads everything, and says what holds and where it does not. As NDJSON a line `{"progress": {...}}` now ' +
      'and then, and the answer as the last line.',
    body: { schema: verificationBody, example: {} },
    answer: { status: 200, description: 'What was found.', schema: verificationSchema, types: [...TYPES] },
    problems: [
      ErrorCode.INVALID_REQUEST,
      ErrorCode.CLUSTER_NOT_FOUND,
      ErrorCode.STORAGE_UNAVAILABLE,
      ErrorCode.NOT_ACCEPTABLE,
      ErrorCode.TOO_MANY_REQUESTS,
    ],
  })
  async verify(
    @Caller() caller: Caller,
    @Preferred(TYPES) type: (typeof TYPES)[number],
    @Body(valid(verificationBody)) body: z.output<typeof verificationBody>,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const asked = withoutUndefined(body);
    const verify = async (onProgress: NonNullable<VerificationRequest['onProgress']>) =>
      accepted(await this.verification.verify(caller, { ...asked, onProgress }));
    if (type === 'application/json') await reply.send(await verify(() => undefined));
    else await sendLines(reply, type, verify);
  }
}

/**
 * Each progress is a line, and so is what all of it comes to. The answer begins with the first of them: a
 * refusal is still one until then.
 */
async function sendLines(
  reply: FastifyReply,
  type: string,
  work: (onProgress: (progress: object) => void) => Promise<object>,
): Promise<void> {
  const lines = new PassThrough();
  let begun = false;
  const write = (line: object): void => {
    if (!begun) void reply.type(`${type}; charset=utf-8`).send(lines);
    begun = true;
    lines.write(`${JSON.stringify(line)}\n`);
  };
  try {
    write(
      await work((progress) => {
        write({ progress });
      }),
    );
    lines.end();
  } catch (error) {
    if (!begun) throw error;
    // Whoever reads sees an answer that breaks off.
    lines.destroy(error instanceof Error ? error : new Error(String(error)));
  }
}
