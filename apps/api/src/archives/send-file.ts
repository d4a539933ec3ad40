import type { OpenArchiveFile } from '#integrity';
import type { FastifyReply } from 'fastify';

/** Sends a file as it lies there, with the hash that it was recorded with (RFC 9530). */
export async function sendFile(reply: FastifyReply, { name, bytes, sha256, content }: OpenArchiveFile): Promise<void> {
  await reply
    .type('application/gzip')
    .header('content-length', bytes)
    .header('content-disposition', `attachment; filename="${name}"`)
    .header('repr-digest', `sha-256=:${Buffer.from(sha256, 'hex').toString('base64')}:`)
    .send(content);
}
