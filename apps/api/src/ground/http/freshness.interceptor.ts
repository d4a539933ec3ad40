import type { SeenVersion } from '#cluster';
import type { Caller } from '#access';
import type { Outcome } from '#requests';
import type { CallHandler, ExecutionContext, NestInterceptor } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Observable } from 'rxjs';
import { callerIn } from '../caller/index.js';
import { NotModified } from '../outcome/index.js';
import { digestOf, knows } from './entity-tag.js';
import { lastingOf } from './route.js';

/** The version of a cluster by its id or name, as its caller sees it; found without looking at what is in it. */
export type VersionOf = (caller: Caller, cluster: string) => Promise<Outcome<SeenVersion>>;

/**
 * Gives answers that are the same as long as their cluster is the same an ETag before they are made; where the caller
 * has that, they are not made. What is written in between makes an answer newer than its tag, never older.
 */
export class FreshnessInterceptor implements NestInterceptor {
  constructor(private readonly versionOf: VersionOf) {}

  async intercept(context: ExecutionContext, next: CallHandler): Promise<Observable<unknown>> {
    if (context.getType() !== 'http') return next.handle();
    const http = context.switchToHttp();
    const request = http.getRequest<FastifyRequest>();
    const { cluster } = request.params as { readonly cluster?: string };
    const lasting = lastingOf(request);
    if (cluster === undefined || (lasting !== 'log' && lasting !== 'cluster')) return next.handle();
    const version = await this.versionOf(callerIn(context), cluster);
    if (version.refused) return next.handle();
    const tag = lasting === 'cluster' ? `"${version.value.version}"` : weakTag(version.value, request);
    void http.getResponse<FastifyReply>().header('etag', tag);
    if (knows(request, tag)) throw new NotModified();
    return next.handle();
  }
}

/** Of one view of a cluster: what is seen of it, what is asked of it, and in which form. */
function weakTag({ version, seen }: SeenVersion, { url, headers }: FastifyRequest): string {
  return `W/"${digestOf(JSON.stringify([version, seen, url, headers.accept ?? '']))}"`;
}
