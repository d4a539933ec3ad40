import { requestSpan, type RequestSpan } from '#spans';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { recordOf } from '../outcome/index.js';

/**
 * A span for each request, below that of its caller where `traceparent` names one. Named by its route, and never by its
 * path: names of objects are not for the operators of a collector.
 */
export function tellSpans(fastify: FastifyInstance): void {
  const spans = new WeakMap<FastifyRequest, RequestSpan>();
  fastify.addHook('onRequest', (request, _reply, done) => {
    const span = requestSpan(request.headers);
    if (span !== undefined) {
      spans.set(request, span);
      recordOf(request).traceId = span.traceId;
    }
    done();
  });
  // Behind the body: its end comes in the context of the connection.
  fastify.addHook('preHandler', (request, _reply, done) => {
    const span = spans.get(request);
    if (span === undefined) done();
    else span.run(done);
  });
  fastify.addHook('onResponse', (request, reply, done) => {
    const span = spans.get(request);
    if (span !== undefined) end(span, request, reply);
    done();
  });
}

function end(span: RequestSpan, request: FastifyRequest, { statusCode }: FastifyReply): void {
  const route = request.is404 ? undefined : request.routeOptions.url;
  const { operation, cluster, code, query } = recordOf(request);
  span.end({
    name: route === undefined ? request.method : `${request.method} ${route}`,
    failed: statusCode >= 500,
    attributes: {
      'http.request.method': request.method,
      'http.route': route,
      'http.response.status_code': statusCode,
      'berth.request_id': request.id,
      'berth.operation': operation,
      'berth.cluster': cluster,
      'berth.code': code,
      'graphql.operation.name': query,
    },
  });
}
