import type { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';

/** A compressed file that lies on the disk. */
export interface SentFile {
  /** What it is to be called. */
  readonly name: string;
  /** A decimal integer. */
  readonly bytes: string;
  /** Hexadecimal. */
  readonly sha256: string;
  readonly content: Readable;
}

/** Sends a file as it lies there, with the hash that it was recorded with (RFC 9530). */
export async function sendFile(reply: FastifyReply, { name, bytes, sha256, content }: SentFile): Promise<void> {
  await reply
    .type('application/gzip')
    .header('content-length', bytes)
    .header('content-disposition', `attachment; filename="${name}"`)
    .header('repr-digest', `sha-256=:${Buffer.from(sha256, 'hex').toString('base64')}:`)
    .send(content);
}
