import type { Operation } from '#operations';
import type { FastifyReply } from 'fastify';
import { RequestRefused } from '../../ground/outcome/index.js';
import { pathOf, shownOperation } from './shown-operation.js';

/** Seconds after which a reader of an operation sees something new. */
export const RETRY_AFTER = '1';

/** Says where the operation is that stands behind an answer. */
export function locate(reply: FastifyReply, operation: Operation): void {
  void reply.header('location', pathOf(operation));
}

/** Answers with an operation that goes on by itself. */
export async function answerBegun(reply: FastifyReply, operation: Operation): Promise<void> {
  locate(reply, operation);
  await reply
    .status(202)
    .header('retry-after', RETRY_AFTER)
    .send(shownOperation({ ...operation, result: null }));
}

/** Lines of progress are for callers that wait. @throws RequestRefused for lines without a waiting caller */
export function refuseUnwaitedLines(type: string): void {
  if (type === 'application/json') return;
  throw RequestRefused.invalid([
    { field: 'wait', reason: 'FieldValueInvalid', message: `false is answered as application/json, not ${type}` },
  ]);
}
