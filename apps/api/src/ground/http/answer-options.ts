import type { FastifyInstance } from 'fastify';
import type { ServedMethods } from './served-methods.js';

/** Answers OPTIONS with the methods of the path; preflights of browsers are answered by CORS, where it is on. */
export function answerOptions(fastify: FastifyInstance, methods: ServedMethods): void {
  fastify.addHook('onRequest', (request, reply, done) => {
    const allowed = request.method === 'OPTIONS' ? methods.of(request.url.split('?', 1)[0] ?? '') : [];
    if (allowed.length === 0) {
      done();
      return;
    }
    void reply.status(204).header('allow', allowed.join(', ')).send();
  });
}
