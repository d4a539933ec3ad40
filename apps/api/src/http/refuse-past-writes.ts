import type { FastifyInstance, FastifyRequest } from 'fastify';
import { RequestRefused } from '../outcome/index.js';

const READING = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Nobody writes into the past: a write that names a moment is refused, rather than done in the present. */
export function refusePastWrites(fastify: FastifyInstance): void {
  fastify.addHook('onRequest', (request, _reply, done) => {
    done(problemOf(request));
  });
}

function problemOf({ method, url, query }: FastifyRequest): RequestRefused | undefined {
  if (READING.has(method) || !url.startsWith('/v1/') || (query as { readonly at?: unknown }).at === undefined)
    return undefined;
  return RequestRefused.invalid([
    { field: 'at', reason: 'FieldValueForbidden', message: 'Forbidden: the past can be read, not written' },
  ]);
}
