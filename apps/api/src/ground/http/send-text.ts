import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';

/**
 * Sends text piece by piece, at the pace of whoever reads it; resolves when it is sent, or nobody reads it any more.
 */
export async function sendText(
  reply: FastifyReply,
  type: string,
  pieces: Iterable<string> | AsyncIterable<string>,
): Promise<void> {
  await reply.type(`${type}; charset=utf-8`).send(Readable.from(pieces, { objectMode: false }));
}
