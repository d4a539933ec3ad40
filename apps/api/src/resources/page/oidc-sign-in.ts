import { createHash, randomBytes } from 'node:crypto';
import { decodeJwt } from 'jose';
import { z } from 'zod';
import { Sealed } from './sealed.js';

/** The page as a client of the issuer. */
export interface SignInConfig {
  readonly issuer: string;
  readonly clientId: string;
  /** Undefined of a public client. */
  readonly clientSecret: string | undefined;
  readonly scope: string;
}

/** A reader who is on the way to the issuer and back. */
export interface Flow {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
  /** Where they come back to: a path of the page. */
  readonly to: string;
  /** The team that they will act for, of several. */
  readonly team?: string | undefined;
}

/** The issuer did not answer, or not as OpenID Connect wants. */
export class SignInFailed extends Error {}

/** How long a reader may take at the issuer. */
const LIFETIME = '10m';
const TIMEOUT_MS = 5_000;
const RANDOM_BYTES = 32;

const discovery = z.object({ issuer: z.string(), authorization_endpoint: z.url(), token_endpoint: z.url() });
const tokens = z.object({ access_token: z.string().optional(), id_token: z.string().optional() });

/**
 * Signing in at an OpenID Connect issuer: the authorization code flow with PKCE (RFC 6749, 7636, 9207). The service
 * exchanges the code, so that the page neither sees a token nor sends anything to the issuer.
 */
export class OidcSignIn {
  readonly #flows: Sealed;

  constructor(
    readonly settings: SignInConfig,
    secretsKey: Uint8Array,
  ) {
    this.#flows = new Sealed(secretsKey, 'sign-in of the page');
  }

  /** The address at the issuer that a browser goes to, and what it keeps until it comes back. */
  async begin(
    { to, team }: Pick<Flow, 'to' | 'team'>,
    redirectUri: string,
  ): Promise<{ readonly location: string; readonly kept: string }> {
    const { authorization_endpoint: endpoint } = await this.#discovered();
    const [state, nonce, verifier] = [random(), random(), random()];
    const location = new URL(endpoint);
    const asked = {
      response_type: 'code',
      client_id: this.settings.clientId,
      redirect_uri: redirectUri,
      scope: this.settings.scope,
      code_challenge: createHash('sha256').update(verifier).digest('base64url'),
      code_challenge_method: 'S256',
      state,
      nonce,
    };
    for (const [name, value] of Object.entries(asked)) location.searchParams.set(name, value);
    const kept = await this.#flows.seal({ state, nonce, verifier, to, ...(team !== undefined && { team }) }, LIFETIME);
    return { location: location.href, kept };
  }

  /** The flow that a browser comes back from; undefined where it kept none, or began another. */
  async flowOf(kept: string | undefined, state: string | undefined): Promise<Flow | undefined> {
    const flow = kept === undefined ? undefined : ((await this.#flows.open(kept)) as Flow | undefined);
    return flow !== undefined && flow.state === state ? flow : undefined;
  }

  /**
   * The tokens for a code, the access token first: that for which the issuer names this service as the audience
   * authenticates its reader.
   * @throws SignInFailed
   */
  async tokensFor(
    { code, issuer }: { readonly code: string; readonly issuer: string | undefined },
    { verifier, nonce }: Flow,
    redirectUri: string,
  ): Promise<readonly string[]> {
    const found = await this.#discovered();
    if (issuer !== undefined && issuer !== found.issuer) throw new SignInFailed('the answer is of another issuer');
    const { clientId, clientSecret } = this.settings;
    const body = new URLSearchParams({
      grant_type: 'authorization_code',
      code,
      redirect_uri: redirectUri,
      code_verifier: verifier,
      client_id: clientId,
    });
    const headers = clientSecret === undefined ? undefined : { authorization: basic(clientId, clientSecret) };
    const answer = tokens.safeParse(
      await this.#fetched(found.token_endpoint, { method: 'POST', body, ...(headers && { headers }) }),
    );
    if (!answer.success) throw new SignInFailed('the issuer answers no tokens');
    const { access_token: access, id_token: id } = answer.data;
    if (id !== undefined && nonceIn(id) !== nonce) throw new SignInFailed('the token is of another sign-in');
    return [access, id].filter((token) => token !== undefined);
  }

  async #discovered(): Promise<z.infer<typeof discovery>> {
    const { issuer } = this.settings;
    const found = discovery.safeParse(
      await this.#fetched(`${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`, {}),
    );
    if (!found.success || found.data.issuer !== issuer)
      throw new SignInFailed('the discovery document of the issuer names no endpoints, or another issuer');
    return found.data;
  }

  async #fetched(url: string, options: RequestInit): Promise<unknown> {
    try {
      const answer = await fetch(url, { ...options, redirect: 'error', signal: AbortSignal.timeout(TIMEOUT_MS) });
      if (!answer.ok) throw new SignInFailed(`the issuer answers ${answer.status}`);
      return await answer.json();
    } catch (error) {
      throw error instanceof SignInFailed ? error : new SignInFailed('the issuer does not answer', { cause: error });
    }
  }
}

function random(): string {
  return randomBytes(RANDOM_BYTES).toString('base64url');
}

function basic(clientId: string, secret: string): string {
  const pair = [clientId, secret].map(encodeURIComponent).join(':');
  return `Basic ${Buffer.from(pair).toString('base64')}`;
}

function nonceIn(token: string): unknown {
  try {
    return decodeJwt(token)['nonce'];
  } catch {
    return undefined;
  }
}
