import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';

/**
 * Sends text piece by piece, at the pace of its reader; resolves when it is sent, or the reader has disconnected.
 */
export async function sendText(
  reply: FastifyReply,
  type: string,
  pieces: Iterable<string> | AsyncIterable<string>,
): Promise<void> {
  await reply.type(`${type}; charset=utf-8`).send(Readable.from(pieces, { objectMode: false }));
}
