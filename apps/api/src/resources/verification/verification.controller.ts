import { PassThrough } from 'node:stream';
import { Body, Controller, HttpCode, Post, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Verification, VerificationRequest } from '#integrity';
import type { FastifyReply } from 'fastify';
import type { z } from 'zod';
import { Caller } from '../../ground/caller/index.js';
import { Preferred, withoutUndefined, valid } from '../../ground/http/index.js';
import { answerBegun, locate, operationSchema, refuseUnwaitedLines } from '../operations/index.js';
import { Described } from '../../ground/openapi/index.js';
import { accepted, ErrorCode } from '../../ground/outcome/index.js';
import { VerificationOperations } from './verification-operations.js';
import { verificationBody, verificationSchema } from './verification.schema.js';

const TYPES = ['application/json', 'application/x-ndjson'] as const;

@ApiTags('verification')
@Controller('v1/verifications')
export class VerificationController {
  constructor(private readonly verification: VerificationOperations) {}

  @Post()
  @HttpCode(200)
  @Described({
    id: 'verify',
    summary: 'Verify the stored records',
    description:
      'Reads all records and reports, check by check, violations and where they are. NDJSON has lines ' +
      '`{"progress": {...}}`, and the answer as the last line. It is cancelled if the client disconnects, ' +
      'unless `wait` is false. `Location` is the operation in both cases.',
    body: { schema: verificationBody, example: {} },
    answer: { status: 200, description: 'The result.', schema: verificationSchema, types: [...TYPES] },
    also: [{ status: 202, description: 'The operation, if `wait` is false.', schema: operationSchema }],
    problems: [
      ErrorCode.INVALID_REQUEST,
      ErrorCode.CLUSTER_NOT_FOUND,
      ErrorCode.STORAGE_UNAVAILABLE,
      ErrorCode.OPERATION_CANCELLED,
      ErrorCode.OPERATION_INTERRUPTED,
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
    const { wait, ...asked } = withoutUndefined(body);
    if (!wait) {
      refuseUnwaitedLines(type);
      return answerBegun(reply, accepted(await this.verification.begin(caller, asked)));
    }
    const verify = async (onProgress: NonNullable<VerificationRequest['onProgress']>): Promise<Verification> => {
      const { operation, ended } = accepted(await this.verification.await(caller, { ...asked, onProgress }));
      locate(reply, operation);
      return accepted(await ended);
    };
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
    // The reader sees an answer that breaks off.
    lines.destroy(error instanceof Error ? error : new Error(String(error)));
  }
}
