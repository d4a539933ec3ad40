import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { Unauthenticated } from '#access';
import { Identity } from '../../ground/caller/index.js';
import { DEFAULT_RULES } from '../../ground/http/index.js';
import { ErrorCode, RequestRefused } from '../../ground/outcome/index.js';
import { cookieIn, isSecure } from './cookies.js';
import { SignInFailed, type Flow, type OidcSignIn } from './oidc-sign-in.js';
import type { PageSessions } from './page-sessions.js';
import { sessionCookie } from './serve-sessions.js';

const PREFIX = '/ui/sign-in';
const COOKIE = 'berth_sign_in';
const LIFETIME_SECONDS = 600;
/** Browsers drop longer cookies without a word. */
const LONGEST_COOKIE = 4_000;

const began = z.looseObject({ to: z.string().optional(), team: z.string().optional() });
const ended = z.looseObject({
  code: z.string().optional(),
  state: z.string().optional(),
  iss: z.string().optional(),
  error: z.string().optional(),
});

/** Signs readers of the page in at the issuer: there and back, and then a session as that of a key. */
export function serveSignIn(
  app: NestFastifyApplication,
  { signIn, sessions }: { readonly signIn: OidcSignIn | undefined; readonly sessions: PageSessions },
): void {
  const fastify = app.getHttpAdapter().getInstance();
  fastify.get(`${PREFIX}/issuer`, () => ({ issuer: signIn?.settings.issuer ?? null }));
  if (signIn === undefined) return;
  fastify.get(PREFIX, { config: { rules: { ...DEFAULT_RULES, query: began } } }, async (request, reply) => {
    const { to, team } = began.parse(request.query);
    const { location, kept } = await unlessFailed(signIn.begin({ to: pathOfPage(to), team }, backOf(request)));
    return leave(reply, { cookies: [flowCookie(kept, LIFETIME_SECONDS, request)], location });
  });
  fastify.get(`${PREFIX}/done`, { config: { rules: { ...DEFAULT_RULES, query: ended } } }, async (request, reply) => {
    const { code, state, iss, error } = ended.parse(request.query);
    const flow = await signIn.flowOf(cookieIn(request.headers.cookie, COOKIE), state);
    if (flow === undefined) throw refused('this sign-in was not begun here, or took too long: begin again');
    if (code === undefined) throw refused(`the issuer does not sign in: ${error ?? 'no reason given'}`);
    const found = await unlessFailed(signIn.tokensFor({ code, issuer: iss }, flow, backOf(request)));
    const sealed = await sessions.seal({
      authorization: await accepted(app.get(Identity), request, { tokens: found, team: flow.team }),
      ...(flow.team !== undefined && { team: flow.team }),
    });
    if (sealed.length > LONGEST_COOKIE) throw refused('the token of the issuer is too long for a cookie');
    const location = `${flow.to}${flow.to.includes('?') ? '&' : '?'}signed-in=yes`;
    return leave(reply, { cookies: [sessionCookie(sealed, request), flowCookie('', 0, request)], location });
  });
}

/** The first of the tokens that authenticates a caller, as a header. */
async function accepted(
  identity: Identity,
  { ip: address, headers: { host } }: FastifyRequest,
  { tokens, team }: { readonly tokens: readonly string[] } & Pick<Flow, 'team'>,
): Promise<string> {
  let reason: unknown = refused('the issuer answers no tokens');
  for (const token of tokens) {
    try {
      await identity.authenticate({ authorization: `Bearer ${token}`, address, host, team });
      return `Bearer ${token}`;
    } catch (error) {
      if (!(error instanceof Unauthenticated || error instanceof RequestRefused)) throw error;
      reason = error;
    }
  }
  throw reason;
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

async function unlessFailed<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof SignInFailed) throw refused(error.message);
    throw error;
  }
}

function refused(message: string): RequestRefused {
  return RequestRefused.with(ErrorCode.UNAUTHENTICATED, message);
}
