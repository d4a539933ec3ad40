import type { FastifyInstance } from 'fastify';
import { ErrorCode, RequestRefused } from '../outcome/index.js';

/** No name, selector or token has a NUL character, and PostgreSQL has no text with one. */
export function refuseNul(fastify: FastifyInstance): void {
  fastify.addHook('onRequest', (request, _reply, done) => {
    const problem = request.url.includes('%00')
      ? RequestRefused.with(ErrorCode.INVALID_REQUEST, 'the URL must not contain NUL characters')
      : undefined;
    done(problem);
  });
}
