import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';

/** Gives every answer the id of its request, and every request one line in the log. */
export function logRequests(fastify: FastifyInstance, logger: Logger): void {
  fastify.addHook('onRequest', (request, reply, done) => {
    void reply.header('x-request-id', request.id);
    done();
  });
  fastify.addHook('onResponse', (request, reply, done) => {
    const { method, id: requestId } = request;
    const route = request.is404 ? 'none' : (request.routeOptions.url ?? 'none');
    const line = { requestId, method, route, status: reply.statusCode, ms: Math.round(reply.elapsedTime * 10) / 10 };
    logger[reply.statusCode >= 500 ? 'warn' : 'info'](line, 'request');
    done();
  });
}
