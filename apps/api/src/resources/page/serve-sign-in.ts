import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { z } from 'zod';
import { Unauthenticated } from '#access';
import { Identity } from '../../ground/caller/index.js';
import { DEFAULT_RULES } from '../../ground/http/index.js';
import { RequestRefused } from '../../ground/outcome/index.js';
import { cookieIn, isSecure } from './cookies.js';
import { SignInFailed, type Flow, type OidcSignIn } from './oidc-sign-in.js';
import type { PageSessions } from './page-sessions.js';
import { sessionCookie } from './serve-sessions.js';

const PREFIX = '/ui/sign-in';
const COOKIE = 'berth_sign_in';
const LIFETIME_SECONDS = 600;
/** In the address of the page that a reader comes back to who is not signed in: why, as one of `NotSignedIn`. */
const PROBLEM = 'sign-in-problem';
/** Browsers drop longer cookies without a word. */
const LONGEST_COOKIE = 4_000;

const began = z.looseObject({ to: z.string().optional(), team: z.string().optional() });
const ended = z.looseObject({
  code: z.string().optional(),
  state: z.string().optional(),
  iss: z.string().optional(),
  error: z.string().optional(),
});

/** Why a reader is not signed in, in a word: the page has a sentence for each. */
class NotSignedIn extends Error {
  constructor(
    readonly reason: 'denied' | 'refused' | 'not-begun' | 'no-answer' | 'not-accepted',
    options?: ErrorOptions,
  ) {
    super(`not signed in: ${reason}`, options);
  }
}

/** What signing in needs. */
interface SignInMeans {
  readonly signIn: OidcSignIn | undefined;
  readonly sessions: PageSessions;
  readonly logger: Logger;
}

/** Signs readers of the page in at the issuer: there and back, and then a session as that of a key. */
export function serveSignIn(app: NestFastifyApplication, { signIn, sessions, logger }: SignInMeans): void {
  const fastify = app.getHttpAdapter().getInstance();
  fastify.get(`${PREFIX}/issuer`, () => ({ issuer: signIn?.settings.issuer ?? null }));
  if (signIn === undefined) return;
  fastify.get(PREFIX, { config: { rules: { ...DEFAULT_RULES, query: began } } }, async (request, reply) => {
    const { to: asked, team } = began.parse(request.query);
    const to = pathOfPage(asked);
    return orBack({ reply, logger, to }, async () => {
      const { location, kept } = await signIn.begin({ to, team }, backOf(request));
      return leave(reply, { cookies: [flowCookie(kept, LIFETIME_SECONDS, request)], location });
    });
  });
  fastify.get(`${PREFIX}/done`, { config: { rules: { ...DEFAULT_RULES, query: ended } } }, async (request, reply) => {
    const { code, state, iss, error } = ended.parse(request.query);
    const flow = await signIn.flowOf(cookieIn(request.headers.cookie, COOKIE), state);
    return orBack({ reply, logger, to: flow?.to ?? '/ui/' }, async () => {
      if (flow === undefined) throw new NotSignedIn('not-begun');
      if (code === undefined) throw new NotSignedIn(error === 'access_denied' ? 'denied' : 'refused');
      const found = await signIn.tokensFor({ code, issuer: iss }, flow, backOf(request));
      const sealed = await sessions.seal({
        authorization: await accepted(app.get(Identity), request, { tokens: found, team: flow.team }),
        ...(flow.team !== undefined && { team: flow.team }),
      });
      if (sealed.length > LONGEST_COOKIE) throw new NotSignedIn('not-accepted');
      const cookies = [sessionCookie(sealed, request), flowCookie('', 0, request)];
      return leave(reply, { cookies, location: withParameter(flow.to, 'signed-in', 'yes') });
    });
  });
}

/** The first of the tokens that authenticates a caller, as a header. */
async function accepted(
  identity: Identity,
  { ip: address, headers: { host } }: FastifyRequest,
  { tokens, team }: { readonly tokens: readonly string[] } & Pick<Flow, 'team'>,
): Promise<string> {
  let cause: unknown;
  for (const token of tokens) {
    try {
      await identity.authenticate({ authorization: `Bearer ${token}`, address, host, team });
      return `Bearer ${token}`;
    } catch (error) {
      if (!(error instanceof Unauthenticated || error instanceof RequestRefused)) throw error;
      cause = error;
    }
  }
  throw new NotSignedIn('not-accepted', { cause });
}

/** Signs in; or back to the page, which says in a sentence why not: the reader has no other page to go on from. */
async function orBack(
  { reply, logger, to }: { readonly reply: FastifyReply; readonly logger: Logger; readonly to: string },
  work: () => Promise<FastifyReply>,
): Promise<FastifyReply> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof NotSignedIn || error instanceof SignInFailed)) throw error;
    const reason = error instanceof NotSignedIn ? error.reason : 'no-answer';
    // The page has a sentence; why the issuer or its token was refused is for the operator.
    logger.info({ reason, err: error.cause ?? error }, 'a reader is not signed in');
    return leave(reply, { cookies: [], location: withParameter(to, PROBLEM, reason) });
  }
}

function withParameter(path: string, name: string, value: string): string {
  return `${path}${path.includes('?') ? '&' : '?'}${name}=${value}`;
}

/** A path of the page; its first view for anything else, which could be another site. */
function pathOfPage(to: string | undefined): string {
  return to !== undefined && /^\/ui\/(?![/\\])[^\s\\]*$/.test(to) ? to : '/ui/';
}

/** Where the issuer sends the browser back to: it is registered there. */
function backOf(request: FastifyRequest): string {
  return `${isSecure(request) ? 'https' : 'http'}://${request.headers.host ?? ''}${PREFIX}/done`;
}

/** A browser sends it with the redirect of the issuer, which is of another site: it is Lax. */
function flowCookie(value: string, seconds: number, request: FastifyRequest): string {
  const secure = isSecure(request) ? '; Secure' : '';
  return `${COOKIE}=${value}; Path=${PREFIX}; HttpOnly; SameSite=Lax; Max-Age=${seconds}${secure}`;
}

function leave(
  reply: FastifyReply,
  { cookies, location }: { readonly cookies: string[]; readonly location: string },
): FastifyReply {
  return reply
    .headers({ 'set-cookie': cookies, 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })
    .redirect(location, 302);
}
