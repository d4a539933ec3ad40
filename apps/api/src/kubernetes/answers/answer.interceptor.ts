import { Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import { ClusterService } from '#cluster';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { concatMap, type Observable } from 'rxjs';
import { callerIn } from '../../ground/caller/index.js';
import { ErrorCode, RequestRefused } from '../../ground/outcome/index.js';
import { isSet, valueOf, type Query } from '../query-values.js';
import { answerForm, MEDIA_TYPES, namesServedType, STREAM_TYPES } from './accept.js';
import { answerInForm } from './answer-in-form.js';
import { yamlText } from './yaml-text.js';

type Answer = Parameters<typeof answerInForm>[0];

/**
 * Answers in the form that the Accept header of the request prefers: as a table, as metadata alone, as YAML. A request
 * that takes none is refused before anything is done.
 */
@Injectable()
export class AnswerInterceptor implements NestInterceptor<Answer | undefined, unknown> {
  constructor(private readonly clusters: ClusterService) {}

  intercept(context: ExecutionContext, next: CallHandler<Answer | undefined>): Observable<unknown> {
    const http = context.switchToHttp();
    const request = http.getRequest<FastifyRequest>();
    const form = answerForm(request.headers.accept, { hasTable: !isAnsweredAlone(request) });
    if (form === undefined) throw notAcceptable(request.headers.accept, asksForWatch(request));
    if (form.media === 'json' && form.as === undefined) return next.handle();
    const { includeObject } = request.query as { readonly includeObject?: string };
    return next.handle().pipe(
      concatMap(async (answer) => {
        // A watch has taken over its reply.
        if (answer === undefined) return undefined;
        const reply = http.getResponse<FastifyReply>();
        // The tag of an object says nothing of the ages in a table.
        const isTable = form.as?.kind === 'Table';
        if (isTable) reply.removeHeader('etag');
        const now = isTable ? await this.#timeOf(context) : Date.now();
        const formed = answerInForm(answer, form, { includeObject, now });
        if (form.media === 'json') return formed;
        void reply.type('application/yaml');
        return yamlText(formed);
      }),
    );
  }

  /** Ages go by the time of the cluster. */
  async #timeOf(context: ExecutionContext): Promise<number> {
    const request = context.switchToHttp().getRequest<{ readonly params: { readonly cluster?: string } }>();
    const { cluster = '' } = request.params;
    return (await this.clusters.presentTime(callerIn(context), cluster)).getTime();
  }
}

/** What is posted to be answered and not kept; there is no table of it. */
const ANSWERED_ALONE = /\/(bindings?|eviction|token|[a-z]+reviews)\/?$/;

function isAnsweredAlone({ method, url }: FastifyRequest): boolean {
  return method === 'POST' && ANSWERED_ALONE.test(url.split('?', 1)[0] ?? '');
}

function asksForWatch({ query }: FastifyRequest): boolean {
  return isSet(valueOf(query as Query, 'watch'));
}

/** Of media types that are not served, and of forms that are not: the API server finds them out in two places. */
function notAcceptable(accept: string | undefined, isWatch: boolean): RequestRefused {
  const served = isWatch ? `${MEDIA_TYPES}, ${STREAM_TYPES}` : MEDIA_TYPES;
  return namesServedType(accept)
    ? RequestRefused.with(ErrorCode.NOT_ACCEPTABLE, `only the following media types are accepted: ${MEDIA_TYPES}`)
    : RequestRefused.withDetails(
        ErrorCode.NOT_ACCEPTABLE,
        `406: Not Acceptable\n\nAvailable representations: ${served}`,
        {},
      );
}
