import { Catch, HttpException, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ClientGone } from './client-gone.js';
import { ERROR_TABLE, ErrorCode } from './error-table.js';
import type { FaultReport } from './fault-report.js';
import { graphqlError } from './graphql-error.js';
import { NotModified } from './not-modified.js';
import { kubernetesStatus } from './kubernetes-status.js';
import { problemDetails, PROBLEM_JSON } from './problem-details.js';
import { recordOf } from './request-record.js';
import { refusedBy } from './refused-by.js';
import { RequestRefused } from './request-refused.js';
import { withoutKeys } from './without-keys.js';

/** What the filter has to know of the application around it. */
export interface ErrorFilterOptions {
  readonly faults: FaultReport;
  /** True for paths of the Kubernetes API. */
  readonly speaksKubernetes: (path: string) => boolean;
  /** A Status as its request takes it: the media type, and the text. */
  readonly writeStatus: (accept: string | undefined, status: object) => readonly [type: string, text: string];
  /** Methods that a path serves; empty when there is nothing at it. */
  readonly methodsOf: (path: string) => readonly string[];
}

/** Seconds after which a caller may try again while the database is away. */
const RETRY_AFTER = '5';

/** The one place where an error becomes an answer over HTTP: refusals in full, faults as their reference only. */
@Catch()
export class ErrorFilter implements ExceptionFilter<unknown> {
  constructor(private readonly options: ErrorFilterOptions) {}

  /** Faults of resolvers go back to GraphQL, which formats them itself. */
  catch(error: unknown, host: ArgumentsHost): void {
    if (host.getType<string>() !== 'http') throw error;
    const http = host.switchToHttp();
    this.answer(error, http.getRequest<FastifyRequest>(), http.getResponse<FastifyReply>());
  }

  answer(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
    if (error instanceof NotModified) {
      void reply
        .status(304)
        .header('cache-control', 'private, no-cache')
        .header('vary', 'accept, authorization')
        .send();
      return;
    }
    if (error instanceof ClientGone) {
      // The client has disconnected: there is no answer to send.
      const { id: requestId, method } = request;
      this.options.faults.logger.info({ requestId, method, path: pathOf(request) }, error.message);
      reply.raw.destroy();
      return;
    }
    const refused = error instanceof RequestRefused ? error : this.#refusedBy(error, request);
    if (reply.sent || reply.raw.headersSent) {
      // Too late to say anything: a cut connection at least is no complete answer.
      reply.raw.destroy();
      return;
    }
    const record = recordOf(request);
    record.code = refused.description.code;
    const path = pathOf(request);
    // Hooks have not run for a path that the router could not read.
    reply.headers({ ...refused.headers, 'x-request-id': request.id, 'x-content-type-options': 'nosniff' });
    for (const header of ['etag', 'cache-control', 'content-disposition', 'content-encoding'] as const)
      reply.removeHeader(header);
    if (refused.isText) {
      const { code, detail } = refused.description;
      void reply.status(ERROR_TABLE[code].status).type('text/plain; charset=utf-8').send(`${detail}\n`);
    } else if (this.options.speaksKubernetes(path)) {
      const status = kubernetesStatus(refused.description, refused.refusal, refused.details);
      const [type, text] = this.options.writeStatus(request.headers.accept, status);
      void reply.status(status.code).type(type).send(text);
    } else if (path === '/graphql') {
      void reply
        .status(ERROR_TABLE[refused.description.code].status)
        .type('application/json; charset=utf-8')
        .send(JSON.stringify(graphqlError(refused.description, request.id)));
    } else {
      const problem = problemDetails(refused.description, { path, id: request.id, traceId: record.traceId });
      const { status } = ERROR_TABLE[refused.description.code];
      void reply.status(status).type(PROBLEM_JSON).send(JSON.stringify(problem));
    }
  }

  #refusedBy(error: unknown, request: FastifyRequest): RequestRefused {
    const known = refusedBy(error);
    if (known !== undefined) return known;
    const status = statusOf(error);
    if (status === 404) return this.#nothingHere(request);
    if (status === 413)
      return RequestRefused.with(ErrorCode.PAYLOAD_TOO_LARGE, 'the body is larger than the maximum of this path');
    if (status === 415)
      return RequestRefused.with(ErrorCode.UNSUPPORTED_MEDIA_TYPE, 'the content type is not supported here');
    if (status !== undefined && status < 500)
      return RequestRefused.with(ErrorCode.INVALID_REQUEST, (error as Error).message);
    const { id: requestId } = request;
    const { detail, code } = this.options.faults.describe(error, requestId);
    this.options.faults.report(error, detail, { requestId, method: request.method, path: pathOf(request) });
    const headers: Record<string, string> = code === ErrorCode.UNAVAILABLE ? { 'retry-after': RETRY_AFTER } : {};
    return RequestRefused.with(code, detail, headers);
  }

  #nothingHere(request: FastifyRequest): RequestRefused {
    const path = pathOf(request);
    const methods = this.options.methodsOf(path);
    const isKubernetes = this.options.speaksKubernetes(path);
    if (methods.length === 0)
      return RequestRefused.with(
        ErrorCode.ROUTE_NOT_FOUND,
        isKubernetes ? 'the server could not find the requested resource' : `there is nothing at ${path}`,
      );
    return RequestRefused.with(
      ErrorCode.METHOD_NOT_ALLOWED,
      isKubernetes
        ? 'the server does not allow this method on the requested resource'
        : `${path} does not serve ${request.method}, but ${methods.join(', ')}`,
      { allow: methods.join(', ') },
    );
  }
}

/** The status that Nest or Fastify gave an error of its own. */
function statusOf(error: unknown): number | undefined {
  if (error instanceof HttpException) return error.getStatus();
  const { code, statusCode } = (error ?? {}) as { code?: unknown; statusCode?: unknown };
  return typeof code === 'string' && code.startsWith('FST_') && typeof statusCode === 'number' ? statusCode : undefined;
}

function pathOf(request: FastifyRequest): string {
  return withoutKeys(request.url.split('?', 1)[0] ?? '');
}
