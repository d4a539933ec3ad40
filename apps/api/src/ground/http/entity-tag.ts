import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { lastingOf } from './route.js';

const FOREVER = 'private, max-age=31536000, immutable';
/** The answer to one key is not shown to another one, from any cache. */
const VARY = 'accept, authorization';
const CLUSTER_ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
/** A moment that is the same for good, as a time in the present second is not. */
const PLACE_IN_LOG = /^(revision:)?[0-9]+$/;

/**
 * Says of answers to GET how long they last, and gives them a weak ETag over what they say unless they have one from
 * elsewhere; makes them 304 where the caller has that already. What is streamed has a tag only from elsewhere.
 */
export function tagEntity(request: FastifyRequest, reply: FastifyReply, payload: unknown): unknown {
  if (request.method !== 'GET' && request.method !== 'HEAD') return payload;
  if (reply.statusCode !== 200) return payload;
  const own = reply.getHeader('etag');
  const tag = typeof own === 'string' ? own : typeof payload === 'string' ? `W/"${digestOf(payload)}"` : undefined;
  const lasts = isForever(request) ? FOREVER : tag === undefined ? undefined : 'private, no-cache';
  if (lasts !== undefined && reply.getHeader('cache-control') === undefined) void reply.header('cache-control', lasts);
  if (tag === undefined) return payload;
  const vary = reply.getHeader('vary');
  void reply.header('etag', tag).header('vary', vary === undefined ? VARY : `${String(vary)}, ${VARY}`);
  if (typeof payload !== 'string' || !knows(request, tag)) return payload;
  void reply.code(304).removeHeader('content-type').removeHeader('content-length');
  return '';
}

/** Whether the caller has what the tag is of: weak comparison (RFC 9110 13.1.2). */
export function knows({ headers }: Pick<FastifyRequest, 'headers'>, tag: string): boolean {
  const ifNoneMatch = headers['if-none-match'];
  if (ifNoneMatch === undefined) return false;
  if (ifNoneMatch.trim() === '*') return true;
  const opaque = (one: string): string => one.trim().replace(/^W\//, '');
  return ifNoneMatch.split(',').some((one) => opaque(one) === opaque(tag));
}

/** A short text for a long one. */
export function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, 27);
}

/**
 * What can never be answered otherwise at this address. Only by the id of its cluster is the past that: a name may be
 * another cluster's tomorrow.
 */
function isForever(request: FastifyRequest): boolean {
  const lasting = lastingOf(request);
  if (lasting === 'forever') return true;
  const { cluster } = request.params as { readonly cluster?: string };
  if (cluster === undefined || !CLUSTER_ID.test(cluster)) return false;
  const { at } = request.query as { readonly at?: unknown };
  return lasting === 'numbered' || (lasting === 'log' && typeof at === 'string' && PLACE_IN_LOG.test(at));
}
