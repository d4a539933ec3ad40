import { Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { map, type Observable } from 'rxjs';
import { ErrorCode, RequestRefused } from '../../ground/outcome/index.js';
import { MEDIA_TYPES, namesServedType, plainMedia, prefersAggregated } from './accept.js';
import { yamlText } from './yaml-text.js';

/** Groups and their list, which another server answers upstream: its words for a media type are others. */
const OF_AGGREGATOR = /\/apis(\/[^/]+)?\/?$/;
/** Where the aggregated documents are. */
const AGGREGATED = /\/apis?\/?$/;
const ONLY_JSON = /\/version\/?$/;

/** Answers documents of discovery as JSON or YAML, as the Accept header of the request prefers. */
@Injectable()
export class DiscoveryAnswerInterceptor implements NestInterceptor<object, object | string> {
  intercept(context: ExecutionContext, next: CallHandler<object>): Observable<object | string> {
    const http = context.switchToHttp();
    const { url, headers } = http.getRequest<FastifyRequest>();
    const path = url.split('?', 1)[0] ?? '';
    const { accept } = headers;
    if (AGGREGATED.test(path) && prefersAggregated(accept)) return next.handle();
    const media = plainMedia(accept, { isJsonOnly: ONLY_JSON.test(path) });
    if (media === undefined) throw notAcceptable(path, accept);
    if (media === 'json') return next.handle();
    return next.handle().pipe(
      map((document) => {
        void http.getResponse<FastifyReply>().type('application/yaml');
        return yamlText(document);
      }),
    );
  }
}

function notAcceptable(path: string, accept: string | undefined): RequestRefused {
  if (OF_AGGREGATOR.test(path) || (namesServedType(accept) && !ONLY_JSON.test(path)))
    return RequestRefused.with(ErrorCode.NOT_ACCEPTABLE, `only the following media types are accepted: ${MEDIA_TYPES}`);
  const served = ONLY_JSON.test(path) ? 'application/json' : MEDIA_TYPES;
  const message = `406: Not Acceptable\n\nAvailable representations: ${served}`;
  return RequestRefused.withDetails(ErrorCode.NOT_ACCEPTABLE, message, {});
}
