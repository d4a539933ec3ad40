import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';

/**
 * Gives answers to GET a weak ETag over what they say, unless they have a tag of their own, and makes them 304 where
 * the caller has that already. For bodies that are there as text; streams go out untagged.
 */
export function tagEntity(request: FastifyRequest, reply: FastifyReply, payload: unknown): unknown {
  if (request.method !== 'GET' && request.method !== 'HEAD') return payload;
  if (reply.statusCode !== 200 || typeof payload !== 'string') return payload;
  const own = reply.getHeader('etag');
  const tag =
    typeof own === 'string' ? own : `W/"${createHash('sha256').update(payload).digest('base64url').slice(0, 27)}"`;
  const vary = reply.getHeader('vary');
  void reply.header('etag', tag).header('vary', vary === undefined ? 'accept' : `${String(vary)}, accept`);
  if (!knows(request.headers['if-none-match'], tag)) return payload;
  void reply.code(304).removeHeader('content-type').removeHeader('content-length');
  return '';
}

/** Weak comparison (RFC 9110 13.1.2). */
function knows(ifNoneMatch: string | undefined, tag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  if (ifNoneMatch.trim() === '*') return true;
  const opaque = (one: string): string => one.trim().replace(/^W\//, '');
  return ifNoneMatch.split(',').some((one) => opaque(one) === opaque(tag));
}
