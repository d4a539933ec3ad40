import { generateKeyPairSync, sign } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, SignJWT, UnsecuredJWT, type CryptoKey, type JWK } from 'jose';
import { OidcTokens } from './oidc.js';
import { Unauthenticated } from './principal.js';

const AUDIENCE = 'berth';
const ALGORITHM = 'ES256';

let server: Server;
let issuer: string;
let key: CryptoKey;
let published: JWK[];
let asked = 0;

beforeAll(async () => {
  const pair = await generateKeyPair(ALGORITHM);
  key = pair.privateKey;
  published = [{ ...(await exportJWK(pair.publicKey)), kid: 'one', alg: ALGORITHM }];
  server = createServer((request, response) => {
    asked += 1;
    response.setHeader('content-type', 'application/json');
    response.end(
      JSON.stringify(request.url === '/keys' ? { keys: published } : { issuer, jwks_uri: `${issuer}/keys` }),
    );
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.close();
});

const SETTINGS = { audience: AUDIENCE, algorithms: [ALGORITHM], jwksUri: undefined, groupsClaim: 'groups' };

function reader(): OidcTokens {
  return new OidcTokens({ ...SETTINGS, issuer });
}

interface Reported {
  readonly type?: string;
  readonly issued?: number;
  readonly from?: string;
  readonly to?: string;
  readonly expires?: string;
  readonly begins?: string;
  readonly kid?: string;
}

function token(
  claims: object,
  { from = issuer, to = AUDIENCE, expires = '5m', begins, kid = 'one', type, issued }: Reported = {},
): SignJWT {
  const signed = new SignJWT({ sub: 'ann', ...claims })
    .setProtectedHeader({ alg: ALGORITHM, kid, ...(type !== undefined && { typ: type }) })
    .setIssuer(from)
    .setAudience(to)
    .setExpirationTime(expires);
  if (issued !== undefined) signed.setIssuedAt(issued);
  return begins === undefined ? signed : signed.setNotBefore(begins);
}

test('a token says who somebody is, and in which groups', async () => {
  const tokens = reader();
  const text = await token({ preferred_username: 'Ann', groups: ['platform', 7] }).sign(key);
  expect(await tokens.read(text)).toMatchObject({
    issuer,
    subject: 'ann',
    name: `Ann (${issuer.slice(7)})`,
    groups: ['platform'],
  });
  const before = asked;
  expect(await tokens.read(await token({ email: 'ann@example.com' }).sign(key))).toMatchObject({
    name: `ann@example.com (${issuer.slice(7)})`,
    groups: [],
  });
  expect(asked).toBe(before);
});

test.each<[string, Reported]>([
  ['of another issuer', { from: 'https://elsewhere.example.com' }],
  ['for somebody else', { to: 'grafana' }],
  ['that has expired', { expires: '-2m' }],
  ['of the future', { begins: '5m' }],
  ['of a key that the issuer does not have', { kid: 'two' }],
])('a token %s is nobody’s', async (_, reported) => {
  await expect(reader().read(await token({}, reported).sign(key))).rejects.toThrow(Unauthenticated);
});

test.each<[string, object, Reported]>([
  ['whose subject is a number', { sub: 7 }, {}],
  ['whose subject has a NUL', { sub: 'a\0nn' }, {}],
  ['whose subject has a control character', { sub: 'ann\u001b[2J' }, {}],
  ['whose subject is empty', { sub: '' }, {}],
  ['whose subject is very long', { sub: 'a'.repeat(256) }, {}],
  ['for years', {}, { expires: '2y' }],
  ['for more than a day after it was issued', {}, { issued: Math.floor(Date.now() / 1_000) - 90_000, expires: '5m' }],
  ['of a logout', {}, { type: 'logout+jwt' }],
  ['with the events of a logout', { events: { 'http://schemas.openid.net/event/backchannel-logout': {} } }, {}],
  ['for other tokens', { typ: 'Refresh' }, {}],
])('a token %s is none', async (_, claims, reported) => {
  await expect(reader().read(await token(claims, reported).sign(key))).rejects.toThrow(Unauthenticated);
});

test.each(['JWT', 'at+jwt', 'application/at+jwt'])('a token of the type %s is taken', async (type) => {
  expect(await reader().read(await token({}, { type }).sign(key))).toMatchObject({ subject: 'ann' });
});

test('a key of the issuer that cannot be used makes a token that is not valid', async () => {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 1_024 });
  published.push({ ...publicKey.export({ format: 'jwk' }), kid: 'short', alg: 'RS256' });
  const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
  const exp = Math.floor(Date.now() / 1_000) + 60;
  const text = `${part({ alg: 'RS256', kid: 'short' })}.${part({ iss: issuer, aud: AUDIENCE, sub: 'ann', exp })}`;
  const signature = sign('sha256', Buffer.from(text), privateKey).toString('base64url');
  const tokens = new OidcTokens({ ...SETTINGS, issuer, algorithms: ['RS256'] });
  await expect(tokens.read(`${text}.${signature}`)).rejects.toThrow(Unauthenticated);
  published.pop();
});

test('within a minute clocks may differ', async () => {
  expect(await reader().read(await token({}, { expires: '-30s' }).sign(key))).toMatchObject({ subject: 'ann' });
});

test('only the signature that was agreed on counts', async () => {
  const other = await generateKeyPair(ALGORITHM);
  const unsigned = new UnsecuredJWT({ sub: 'ann' }).setIssuer(issuer).setAudience(AUDIENCE).setExpirationTime('5m');
  // The public key as the secret of a signature that everybody can make.
  const confused = new SignJWT({ sub: 'ann' })
    .setProtectedHeader({ alg: 'HS256', kid: 'one' })
    .setIssuer(issuer)
    .setAudience(AUDIENCE)
    .setExpirationTime('5m')
    .sign(new TextEncoder().encode(JSON.stringify(published[0])));
  const forged = [
    await token({}).sign(other.privateKey),
    unsigned.encode(),
    await confused,
    'no.token.atall',
    'nothing',
  ];
  for (const text of forged) await expect(reader().read(text)).rejects.toThrow(Unauthenticated);
});

test('a token without an end or a subject is none', async () => {
  const endless = new SignJWT({ sub: 'ann' }).setProtectedHeader({ alg: ALGORITHM, kid: 'one' });
  await expect(reader().read(await endless.setIssuer(issuer).setAudience(AUDIENCE).sign(key))).rejects.toThrow(
    Unauthenticated,
  );
  await expect(reader().read(await token({ sub: undefined }).sign(key))).rejects.toThrow(Unauthenticated);
});

test('keys that are known serve while the issuer does not answer; others are not taken', async () => {
  const tokens = reader();
  const text = await token({}).sign(key);
  await tokens.read(text);
  await new Promise((resolve) => server.close(resolve).closeAllConnections());
  expect(await tokens.read(text)).toMatchObject({ subject: 'ann' });
  await expect(tokens.read(await token({}, { kid: 'two' }).sign(key))).rejects.toThrow(Unauthenticated);
  await expect(reader().read(text)).rejects.toThrow(Unauthenticated);
});

test('an issuer that does not answer is not asked by every token that comes', async () => {
  let refused = 0;
  const silent = createServer(({ socket }) => {
    refused += 1;
    socket.destroy();
  });
  await new Promise<void>((resolve) => {
    silent.listen(0, '127.0.0.1', resolve);
  });
  const elsewhere = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`;
  const tokens = new OidcTokens({ ...SETTINGS, issuer: elsewhere, jwksUri: `${elsewhere}/keys` });
  const undiscovered = new OidcTokens({ ...SETTINGS, issuer: elsewhere });
  try {
    for (const kid of ['one', 'two', 'three', 'four'])
      for (const one of [tokens, undiscovered])
        await expect(one.read(await token({}, { from: elsewhere, kid }).sign(key))).rejects.toThrow(Unauthenticated);
    expect(refused).toBe(2);
  } finally {
    silent.close();
  }
});
