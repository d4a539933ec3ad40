import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';

/** How long, in milliseconds, the reader of an answer may take nothing of it. */
export interface ReaderDeadline {
  readonly deadlineMs: number;
  readonly logger: Logger;
}

/**
 * Disconnects a client that does not read its answer: it takes memory, a slot, and a connection of the database. Some
 * megabytes are in the kernels of both sides before that. A socket whose queue moves has not timed out, nor has one
 * that is sent nothing because nothing is ready yet.
 */
export function cutSlowReaders(fastify: FastifyInstance, { deadlineMs, logger }: ReaderDeadline): void {
  fastify.addHook('onSend', ({ id: requestId }, { raw }, payload, done) => {
    raw.setTimeout(deadlineMs, () => {
      if (raw.writableLength === 0) return;
      logger.warn({ requestId }, 'a reader was too slow');
      raw.destroy();
    });
    done(null, payload);
  });
}
