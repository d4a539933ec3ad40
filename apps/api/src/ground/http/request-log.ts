import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { recordOf, withoutKeys } from '../outcome/index.js';

/** A request that was answered. */
export interface AnsweredRequest {
  /** The name that the table of permissions has for it, `none` of what reached nothing. */
  readonly operation: string;
  readonly status: number;
  /** Code of the error that it was answered with; empty where there was none. */
  readonly code: string;
  readonly seconds: number;
}

/**
 * Gives every answer the id of its request, and every request one line in the log: what it was and what came of it,
 * never what was in it.
 */
export function logRequests(
  fastify: FastifyInstance,
  logger: Logger,
  answered: (request: AnsweredRequest) => void = () => undefined,
): void {
  fastify.addHook('onRequest', (request, reply, done) => {
    void reply.header('x-request-id', request.id);
    done();
  });
  fastify.addHook('onResponse', (request, reply, done) => {
    const { method, id: requestId } = request;
    const { statusCode: status, elapsedTime } = reply;
    const { operation = 'none', ...record } = recordOf(request);
    const route = request.is404 ? 'none' : (request.routeOptions.url ?? 'none');
    const path = withoutKeys(request.url.split('?', 1)[0] ?? '');
    const ms = Math.round(elapsedTime * 10) / 10;
    const line = { requestId, method, route, path, operation, ...record, status, ms };
    logger[status >= 500 ? 'warn' : 'info'](line, 'request');
    answered({ operation, status, code: record.code ?? '', seconds: elapsedTime / 1_000 });
    done();
  });
}
