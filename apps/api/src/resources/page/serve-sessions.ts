import type { IncomingMessage } from 'node:http';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Identity } from '../../ground/caller/index.js';
import { ErrorCode, RequestRefused } from '../../ground/outcome/index.js';
import { cookieIn, isSecure } from './cookies.js';
import type { PageSessions } from './page-sessions.js';

/** Below it lie the paths of the API for pages with a session; the cookie is sent there, and nowhere else. */
const PREFIX = '/ui/session';
const COOKIE = 'berth_session';
/** What a page asks: the API, and not the page itself. */
const OF_API = /^\/ui\/session(\/(?:v1\/|graphql(?:\?|$)).*)$/;

/** Requests of pages that have a session in place of a key. */
const ofSessions = new WeakSet<IncomingMessage>();

/** The path of the API that a request of a session is for; any other URL as it is. */
export function withoutSession(url: string, request: IncomingMessage): string {
  const [, path] = OF_API.exec(url) ?? [];
  if (path === undefined) return url;
  ofSessions.add(request);
  return path;
}

/** Gives requests of sessions the key that their cookie seals, before it is looked at who asks. */
export function openSessions(fastify: FastifyInstance, sessions: PageSessions): void {
  fastify.addHook('onRequest', async (request) => {
    if (!ofSessions.has(request.raw)) return;
    refuseOtherPages(request);
    const sealed = cookieIn(request.headers.cookie, COOKIE);
    const found = sealed === undefined ? undefined : await sessions.open(sealed);
    request.headers.authorization = found?.authorization;
    request.headers['x-berth-team'] = found?.team;
  });
}

/**
 * A session for the life of the browser: a key is exchanged for a cookie that scripts cannot read, and that browsers
 * send for pages of this service only. The API itself takes no cookie.
 */
export function serveSessions(app: NestFastifyApplication, sessions: PageSessions): void {
  const fastify = app.getHttpAdapter().getInstance();
  fastify.post(PREFIX, async (request, reply) => {
    refuseOtherPages(request);
    const { authorization = '', host, 'x-berth-team': said } = request.headers;
    const team = typeof said === 'string' ? said : undefined;
    await app.get(Identity).authenticate({ authorization, address: request.ip, host, team });
    const sealed = await sessions.seal({ authorization, ...(team !== undefined && { team }) });
    return answer(reply, sessionCookie(sealed, request));
  });
  fastify.delete(PREFIX, async (request, reply) => {
    refuseOtherPages(request);
    await answer(reply, `${sessionCookie('', request)}; Max-Age=0`);
  });
}

function answer(reply: FastifyReply, cookie: string): FastifyReply {
  return reply.code(204).header('set-cookie', cookie).header('cache-control', 'no-store').send();
}

/** The cookie of a session, which ends with the browser. */
export function sessionCookie(value: string, request: FastifyRequest): string {
  return `${COOKIE}=${value}; Path=${PREFIX}; HttpOnly; SameSite=Strict${isSecure(request) ? '; Secure' : ''}`;
}

/**
 * Another port of the same host is of the same site, so its pages send the cookie too. Browsers name the origin of
 * every write and, of addresses that they trust, whether the page is of the same origin.
 * @throws RequestRefused for a request that is not of a page of this service
 */
function refuseOtherPages({ headers: { origin, host, 'sec-fetch-site': site } }: FastifyRequest): void {
  const isOwn = origin === undefined || (URL.canParse(origin) && new URL(origin).host === host);
  if (!isOwn || (site !== undefined && site !== 'same-origin'))
    throw RequestRefused.with(ErrorCode.FORBIDDEN, 'sessions are for pages of this service: send the key itself');
}
