import { randomBytes, randomUUID } from 'node:crypto';
import { SignJWT } from 'jose';
import { Unauthenticated, type Principal } from '../principals/index.js';
import { SignedLinks, type LinkedFile } from './signed-links.js';

const key = randomBytes(32);
const held: Principal = {
  ...{ id: 'key:a', name: 'ann', team: 'team', teamName: 'team', expiresAt: undefined },
  roles: ['viewer', 'auditor'],
};
let current: () => Promise<Principal>;
beforeEach(() => {
  current = () => Promise.resolve(held);
});
const links = (of = key) =>
  new SignedLinks({ key: of, authenticator: { current: () => current() }, publicUrl: undefined });
const holder = { team: 'team', principal: 'key:a', actor: 'ann', roles: ['viewer', 'editor'] as const };
const follower = { requestId: 'r', client: 'curl', reason: '' };
const file: LinkedFile = { kind: 'result', id: randomUUID(), format: 'csv' };
const inAnHour = () => new Date(Date.now() + 3_600_000);
const reasonOf = async (link: string, of = links()): Promise<unknown> => {
  const opened = await of.open(link, follower);
  return opened.refused ? (opened.refusal as { reason?: string }).reason : opened;
};

test('a link leads to its file, with the roles that its holder had and has', async () => {
  const link = await links().sign(holder, file, inAnHour());
  expect(link).toMatch(/^[\w.-]+$/);
  expect(await links().open(link, follower)).toEqual({
    refused: false,
    value: { file, caller: { ...holder, ...follower, roles: ['viewer'] } },
  });
});

test('a key that is good for one cluster is no better through a link', async () => {
  const link = await links().sign(holder, file, inAnHour());
  current = () => Promise.resolve({ ...held, only: { cluster: 'c' } });
  expect(await links().open(link, follower)).toMatchObject({ value: { caller: { only: { cluster: 'c' } } } });
});

test('what is altered, foreign, or no link is refused', async () => {
  const link = await links().sign(holder, file, inAnHour());
  const [head = '', body = '', signature = ''] = link.split('.');
  const claims = JSON.parse(Buffer.from(body, 'base64url').toString()) as object;
  const forged = Buffer.from(JSON.stringify({ ...claims, sub: randomUUID() })).toString('base64url');
  const unsigned = Buffer.from(JSON.stringify({ alg: 'none', typ: 'berth-link' })).toString('base64url');
  const other = new SignJWT({ ...claims }).setProtectedHeader({ alg: 'HS256' });
  const wrong = [
    `${head}.${forged}.${signature}`,
    `${unsigned}.${body}.`,
    link.slice(0, -5),
    '',
    'x',
    await links(randomBytes(32)).sign(holder, file, inAnHour()),
    await other.sign(key),
  ];
  for (const one of wrong) expect(await reasonOf(one)).toBe('it is incomplete or altered, or another service made it');
});

test('what has expired is refused, with the time', async () => {
  const at = new Date('2026-01-01T00:00:00Z');
  expect(await reasonOf(await links().sign(holder, file, at))).toBe('it expired at 2026-01-01T00:00:00.000Z');
});

test.each<[string, () => Promise<Principal>, RegExp]>([
  ['revoked', () => Promise.reject(new Unauthenticated('key a was revoked')), /^ann, who made it, has no access/],
  ['without the roles', () => Promise.resolve({ ...held, roles: ['auditor'] }), /^ann, who made it, holds no role/],
  ['in another team', () => Promise.resolve({ ...held, team: 'other' }), /^ann, who made it, holds no role/],
])('the link of a key that is %s is refused', async (_, now, reason) => {
  const link = await links().sign(holder, file, inAnHour());
  current = now;
  expect(await reasonOf(link)).toMatch(reason);
});
