import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ErrorCode, hasKey, RequestRefused } from '../outcome/index.js';
import { notePrincipal } from './principals.js';
import type { Identity } from './identity.js';

/** Paths without authentication: probes, documentation, pages without data, the key that verifies signatures, links. */
const OPEN = [
  ...['/livez', '/readyz', '/openapi.json', '/docs', '/docs/*', '/v1/signing-key', '/graphql/explorer/*'],
  ...['/', '/ui', '/ui/*', '/schema.graphql', '/v1/linked-file'],
];

/** Parameters that clients put keys into by mistake: URLs are in the logs of every proxy on the way. */
const KEY_PARAMETERS = ['key', 'api_key', 'apikey', 'token', 'access_token', 'authorization'];

/** Whether a request needs no authentication. */
export function isOpen({ method, url, headers }: Pick<FastifyRequest, 'method' | 'url' | 'headers'>): boolean {
  const path = pathOf(url);
  if (method === 'OPTIONS') return true;
  // The page of the explorer, whose own requests have the key of its reader.
  if (path === '/graphql' && method === 'GET' && !url.includes('?'))
    return String(headers.accept ?? '').includes('text/html');
  return OPEN.some((open) => (open.endsWith('*') ? path.startsWith(open.slice(0, -1)) : path === open));
}

/** Finds out who asks, before anything else of a request is looked at. */
export function authenticateRequests(fastify: FastifyInstance, identity: () => Identity): void {
  fastify.addHook('onRequest', async (request, reply) => {
    refuseKeyInUrl(request.url);
    if (isOpen(request)) return;
    const { authorization, host, origin, 'sec-fetch-site': site, 'x-berth-team': said } = request.headers;
    const fetched = typeof site === 'string' ? site : undefined;
    identity().refuseOtherPages({ method: request.method, origin, site: fetched, host });
    const team = typeof said === 'string' ? said : undefined;
    const principal = await identity().authenticate({ authorization, address: request.ip, host, team });
    notePrincipal(request, principal);
    identity().sessions.add({
      authorization,
      principal,
      socket: reply.raw,
      end: () => {
        reply.raw.destroy();
      },
    });
  });
}

/** @throws RequestRefused for a URL with a key in it, wherever it stands */
export function refuseKeyInUrl(url: string): void {
  const query = url.split('?', 2)[1] ?? '';
  const names = [...new URLSearchParams(query).keys()].map((name) => name.toLowerCase());
  if (names.some((name) => KEY_PARAMETERS.includes(name)) || hasKey(url))
    throw RequestRefused.with(
      ErrorCode.INVALID_REQUEST,
      'a key is sent in the header `Authorization`, never in a URL; revoke it if it is a real key',
    );
}

function pathOf(url: string): string {
  return url.split('?', 1)[0] ?? '';
}
