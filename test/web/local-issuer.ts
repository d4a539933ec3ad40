import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { exportJWK, generateKeyPair, SignJWT, type CryptoKey, type JWK } from 'jose';

const ALGORITHM = 'ES256';

/** What the issuer remembers of a code until it is exchanged. */
interface Grant {
  readonly challenge: string;
  readonly nonce: string;
  readonly redirectUri: string;
}

/** An OpenID Connect issuer of a spec, at which everyone is signed in already: the code flow with PKCE. */
export class LocalIssuer {
  readonly #grants = new Map<string, Grant>();
  #server: Server | undefined;
  url = '';
  /** What is changed of the tokens that it makes. */
  claims: Readonly<Record<string, unknown>> = {};

  private constructor(
    private readonly key: CryptoKey,
    private readonly published: JWK,
    private readonly known: { readonly clientId: string; readonly audience: string },
  ) {}

  static async start(known: { readonly clientId: string; readonly audience: string }): Promise<LocalIssuer> {
    const pair = await generateKeyPair(ALGORITHM);
    const published = { ...(await exportJWK(pair.publicKey)), kid: 'one', alg: ALGORITHM };
    const issuer = new LocalIssuer(pair.privateKey, published, known);
    const server = createServer((request, response) => {
      void issuer.#answer(request).then(({ status, location, body }) => {
        response.writeHead(status, { 'content-type': 'application/json', ...(location && { location }) });
        response.end(JSON.stringify(body));
      });
    });
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve);
    });
    issuer.#server = server;
    issuer.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    return issuer;
  }

  stop(): void {
    this.#server?.close();
    // Connections that clients keep would still be answered.
    this.#server?.closeAllConnections();
  }

  async #answer(request: IncomingMessage): Promise<{ status: number; location?: string; body?: unknown }> {
    const { pathname, searchParams } = new URL(request.url ?? '/', this.url);
    if (pathname === '/.well-known/openid-configuration')
      return {
        status: 200,
        body: {
          issuer: this.url,
          jwks_uri: `${this.url}/keys`,
          authorization_endpoint: `${this.url}/authorize`,
          token_endpoint: `${this.url}/token`,
        },
      };
    if (pathname === '/keys') return { status: 200, body: { keys: [this.published] } };
    if (pathname === '/authorize') return this.#authorize(searchParams);
    if (pathname === '/token') return this.#exchange(new URLSearchParams(await text(request)));
    return { status: 404 };
  }

  #authorize(asked: URLSearchParams): { status: number; location?: string } {
    const isCode = asked.get('response_type') === 'code' && asked.get('code_challenge_method') === 'S256';
    if (!isCode || asked.get('client_id') !== this.known.clientId) return { status: 400 };
    const code = `code-${this.#grants.size}`;
    const redirectUri = asked.get('redirect_uri') ?? '';
    this.#grants.set(code, {
      challenge: asked.get('code_challenge') ?? '',
      nonce: asked.get('nonce') ?? '',
      redirectUri,
    });
    const back = new URL(redirectUri);
    back.searchParams.set('code', code);
    back.searchParams.set('state', asked.get('state') ?? '');
    return { status: 302, location: back.href };
  }

  async #exchange(given: URLSearchParams): Promise<{ status: number; body?: unknown }> {
    const code = given.get('code') ?? '';
    const grant = this.#grants.get(code);
    this.#grants.delete(code);
    const challenge = createHash('sha256')
      .update(given.get('code_verifier') ?? '')
      .digest('base64url');
    if (grant?.challenge !== challenge || grant.redirectUri !== given.get('redirect_uri')) return { status: 400 };
    const { audience, clientId } = this.known;
    return {
      status: 200,
      body: {
        token_type: 'Bearer',
        access_token: await this.#token({ aud: audience }),
        id_token: await this.#token({ aud: clientId, nonce: grant.nonce }),
      },
    };
  }

  #token(claims: Readonly<Record<string, unknown>>): Promise<string> {
    return new SignJWT({ sub: 'ann', preferred_username: 'Ann', groups: ['platform'], ...claims, ...this.claims })
      .setProtectedHeader({ alg: ALGORITHM, kid: 'one' })
      .setIssuer(this.url)
      .setExpirationTime('5m')
      .sign(this.key);
  }
}
