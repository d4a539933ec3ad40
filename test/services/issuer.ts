import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, SignJWT, type CryptoKey, type JWK } from 'jose';

const ALGORITHM = 'ES256';

/** An issuer of OpenID Connect on this machine, with one key. */
export class Issuer {
  readonly audience = 'berth';

  private constructor(
    private readonly server: Server,
    private readonly key: CryptoKey,
  ) {}

  static async start(): Promise<Issuer> {
    const { privateKey, publicKey } = await generateKeyPair(ALGORITHM);
    const jwk: JWK = { ...(await exportJWK(publicKey)), kid: 'one', alg: ALGORITHM };
    const server = createServer(({ url, headers }, response) => {
      const issuer = `http://${headers.host}`;
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify(url === '/keys' ? { keys: [jwk] } : { issuer, jwks_uri: `${issuer}/keys` }));
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new Issuer(server, privateKey);
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** A token of somebody, good for five minutes. */
  token(subject: string, claims: object = {}): Promise<string> {
    return new SignJWT({ sub: subject, ...claims })
      .setProtectedHeader({ alg: ALGORITHM, kid: 'one' })
      .setIssuer(this.url)
      .setAudience(this.audience)
      .setExpirationTime('5m')
      .sign(this.key);
  }

  stop(): void {
    this.server.close();
    this.server.closeAllConnections();
  }
}
