import type { CallHandler, ExecutionContext, NestInterceptor } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { map, type Observable } from 'rxjs';
import { ErrorCode, RequestRefused } from '../../ground/outcome/index.js';
import { isSet, valueOf, type Query } from '../query-values.js';
import { answerForm, MEDIA_TYPES, namesServedType, WATCH_TYPES } from './accept.js';
import { answerInForm } from './answer-in-form.js';
import { yamlText } from './yaml-text.js';

type Answer = Parameters<typeof answerInForm>[0];

/**
 * Answers in the form that the Accept header of the request prefers: as a table, as metadata alone, as YAML. A request
 * that takes none is refused before anything is done.
 */
export class AnswerInterceptor implements NestInterceptor<Answer | undefined, unknown> {
  intercept(context: ExecutionContext, next: CallHandler<Answer | undefined>): Observable<unknown> {
    const http = context.switchToHttp();
    const request = http.getRequest<FastifyRequest>();
    const form = answerForm(request.headers.accept);
    if (form === undefined) throw notAcceptable(request.headers.accept, asksForWatch(request));
    if (form.media === 'json' && form.as === undefined) return next.handle();
    const { includeObject } = request.query as { readonly includeObject?: string };
    return next.handle().pipe(
      map((answer) => {
        // A watch has taken over its reply.
        if (answer === undefined) return undefined;
        const reply = http.getResponse<FastifyReply>();
        // The tag of an object says nothing of the ages in a table.
        if (form.as?.kind === 'Table') reply.removeHeader('etag');
        const formed = answerInForm(answer, form, { includeObject, now: Date.now() });
        if (form.media === 'json') return formed;
        void reply.type('application/yaml');
        return yamlText(formed);
      }),
    );
  }
}

function asksForWatch({ query }: FastifyRequest): boolean {
  return isSet(valueOf(query as Query, 'watch'));
}

/** Of media types that are not served, and of forms that are not: the API server finds them out in two places. */
function notAcceptable(accept: string | undefined, isWatch: boolean): RequestRefused {
  return namesServedType(accept)
    ? RequestRefused.with(ErrorCode.NOT_ACCEPTABLE, `only the following media types are accepted: ${MEDIA_TYPES}`)
    : RequestRefused.withDetails(
        ErrorCode.NOT_ACCEPTABLE,
        `406: Not Acceptable\n\nAvailable representations: ${isWatch ? WATCH_TYPES : MEDIA_TYPES}`,
        {},
      );
}
