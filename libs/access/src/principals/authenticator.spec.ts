import { setTimeout } from 'node:timers/promises';
import { Database } from '#database';
import { CALLER, Issuer, TestServices, valueOf } from '#test-services';
import { KeyService, keyText, newKey, parseKey, type CreatedKey } from '../keys/index.js';
import { TeamService } from '../teams/index.js';
import { Authenticator } from './authenticator.js';
import { NoTeam, Unauthenticated, type Principal } from './principal.js';

let services: TestServices;
let keys: KeyService;
beforeAll(async () => {
  services = await TestServices.create();
  keys = new KeyService(services.database, () => Promise.resolve(undefined));
});
afterAll(() => services.drop());

let number = 0;
const made = async (more: object = {}): Promise<CreatedKey> =>
  valueOf(await keys.create(CALLER, 'default', { name: `k${++number}`, roles: ['viewer'], ...more }));
const over = (database: Database): Authenticator => new Authenticator(database, { mode: 'keys' });
const bearer = ({ key }: CreatedKey): string => `Bearer ${key}`;

async function lastUsed({ id }: CreatedKey): Promise<Date | null | undefined> {
  const rows = await services.rows<{ last_used_at: Date | null }>('SELECT last_used_at FROM api_keys WHERE id = $1', [
    id,
  ]);
  return rows[0]?.last_used_at;
}

describe('when a key was last used', () => {
  test('is not written with each request, and is when the process stops', async () => {
    const authenticator = over(services.database);
    authenticator.start();
    const [used, other] = [await made(), await made()];
    for (let times = 0; times < 3; times++) await authenticator.authenticate(bearer(used));
    expect(await lastUsed(used)).toBeNull();
    await authenticator.stop();
    expect(await lastUsed(used)).toBeInstanceOf(Date);
    expect(await lastUsed(other)).toBeNull();
  });

  test('is written once a minute', async () => {
    const minutes: (() => void)[] = [];
    const { setInterval: every } = globalThis;
    globalThis.setInterval = ((work: () => void, ms: number) => {
      if (ms === 60_000) minutes.push(work);
      return every(() => undefined, ms);
    }) as typeof every;
    const authenticator = over(services.database);
    authenticator.start();
    globalThis.setInterval = every;
    expect(minutes).toHaveLength(1);
    const key = await made();
    await authenticator.authenticate(bearer(key));
    expect(await lastUsed(key)).toBeNull();
    minutes[0]?.();
    while ((await lastUsed(key)) === null) await setTimeout(10);
    const first = await lastUsed(key);
    // Of a minute in which it was not used nothing is noted.
    await authenticator.stop();
    expect(await lastUsed(key)).toEqual(first);
  });
});

test('a key is refused from when it expires on, also where it is remembered', async () => {
  const authenticator = over(services.database);
  const key = await made({ expiresInDays: 1 });
  const expiry = key.expiresAt?.getTime() ?? 0;
  expect(expiry - Date.now()).toBeGreaterThan(86_000_000);
  const { now } = Date;
  try {
    Date.now = () => expiry - 1;
    expect(await authenticator.authenticate(bearer(key))).toMatchObject({ id: `key:${key.id}`, expiresAt: expiry });
    Date.now = () => expiry;
    await expect(authenticator.authenticate(bearer(key))).rejects.toThrow(Unauthenticated);
    await expect(over(services.database).authenticate(bearer(key))).rejects.toThrow(Unauthenticated);
  } finally {
    Date.now = now;
  }
});

describe('a key that one process revokes', () => {
  let database: Database;
  beforeAll(() => {
    database = new Database({ url: services.url });
  });
  afterAll(() => database.close());

  test.each([
    ['that hears of it', true],
    ['that hears of nothing', false],
  ])('is refused within 5 s by another %s', async (_, hears) => {
    const other = over(database);
    if (hears) other.start();
    const key = await made();
    expect(await other.authenticate(bearer(key))).toMatchObject({ id: `key:${key.id}` });
    valueOf(await keys.revoke(CALLER, 'default', key.id));
    const since = performance.now();
    const isGood = (): Promise<boolean> =>
      other.authenticate(bearer(key)).then(
        () => true,
        (error: unknown) => !(error instanceof Unauthenticated),
      );
    while (performance.now() - since < 10_000 && (await isGood())) await setTimeout(20);
    expect(performance.now() - since).toBeLessThan(5_000);
    await other.stop();
  });
});

describe('a person', () => {
  let issuer: Issuer;
  let teams: TeamService;
  beforeAll(async () => {
    issuer = await Issuer.start();
    teams = new TeamService(services.database, issuer.url);
    for (const name of ['quay', 'aisle']) valueOf(await teams.create(CALLER, name));
  });
  afterAll(() => {
    issuer.stop();
  });

  const asked = async (subject: string, team?: string, claims: object = {}): Promise<Principal> => {
    const settings = { issuer: issuer.url, audience: issuer.audience, algorithms: ['ES256'], jwksUri: undefined };
    const groups = [{ group: 'crew', team: 'quay', roles: ['editor' as const] }];
    const authenticator = new Authenticator(services.database, {
      mode: 'keys',
      oidc: { ...settings, groupsClaim: 'groups', groups },
    });
    return authenticator.authenticate(`Bearer ${await issuer.token(subject, claims)}`, team);
  };

  test('of one team acts for it, with what they are there by themselves and by their groups', async () => {
    valueOf(await teams.addMember(CALLER, 'quay', { subject: 'ann', roles: ['viewer'] }));
    expect(await asked('ann')).toMatchObject({ id: `oidc:${issuer.url}#ann`, teamName: 'quay', roles: ['viewer'] });
    expect(await asked('ann', undefined, { groups: ['crew', 'others'] })).toMatchObject({
      roles: ['viewer', 'editor'],
    });
    expect(await asked('cat', undefined, { groups: ['crew'] })).toMatchObject({ teamName: 'quay', roles: ['editor'] });
  });

  test('of several teams acts for the one that they say, and for none where they say none', async () => {
    valueOf(await teams.addMember(CALLER, 'quay', { subject: 'ben', roles: ['editor'] }));
    expect(await asked('ben')).toMatchObject({ teamName: 'quay' });
    // Whoever administers the other team can do this without asking them.
    const other = valueOf(await teams.addMember(CALLER, 'aisle', { subject: 'ben', roles: ['viewer'] }));
    await expect(asked('ben')).rejects.toThrow('must name one of aisle, quay');
    expect(await asked('ben', 'quay')).toMatchObject({ teamName: 'quay', roles: ['editor'] });
    expect(await asked('ben', other.teamId)).toMatchObject({ teamName: 'aisle', roles: ['viewer'] });
  });

  test('of no team, or not of the one that they say, is nobody', async () => {
    await expect(asked('dan')).rejects.toThrow(NoTeam);
    await expect(asked('ann', 'aisle')).rejects.toThrow(NoTeam);
    await expect(asked('ann', '')).rejects.toThrow(NoTeam);
  });
});

describe('a refusal says what its sender can see, and no more', () => {
  const refusal = (authorization: string | undefined): Promise<string> =>
    over(services.database)
      .authenticate(authorization)
      .then(
        () => 'none',
        (error: unknown) => (error as Unauthenticated).detail,
      );

  test('the form of the header, and of the key', async () => {
    const { key } = await made();
    for (const none of [undefined, '', 'Bearer', 'Bearer '])
      expect(await refusal(none)).toContain('no header `Authorization: Bearer KEY`');
    expect(await refusal(key)).toContain('without the word `Bearer`');
    expect(await refusal(`Basic ${key}`)).toContain('is not `Bearer KEY`');
    for (const cut of [
      key.slice(0, -1),
      key.slice(0, 20),
      `${key}x`,
      key.replace(/.$/, (last) => (last === '0' ? '1' : '0')),
    ])
      expect(await refusal(`Bearer ${cut}`)).toContain('does not match its own checksum');
    expect(await refusal('Bearer something')).toContain('keys start with `berth_`');
  });

  test('a key that does not exist, one with another secret and one that was revoked are answered alike', async () => {
    const revoked = await made();
    valueOf(await keys.revoke(CALLER, 'default', revoked.id));
    const { id } = parseKey((await made()).key) ?? { id: '' };
    const details = await Promise.all(
      [keyText(newKey()), keyText({ ...newKey(), id }), revoked.key].map((key) => refusal(`Bearer ${key}`)),
    );
    expect(new Set(details)).toEqual(new Set([expect.stringContaining('does not exist here, or was revoked')]));
  });

  test('the end of a key is for the holder of its secret alone', async () => {
    const key = await made({ expiresInDays: 1 });
    const { id } = parseKey(key.key) ?? { id: '' };
    const { now } = Date;
    try {
      Date.now = () => key.expiresAt?.getTime() ?? 0;
      expect(await refusal(bearer(key))).toContain(`expired at ${key.expiresAt?.toISOString()}`);
      expect(await refusal(`Bearer ${keyText({ ...newKey(), id })}`)).toContain('does not exist here, or was revoked');
    } finally {
      Date.now = now;
    }
  });
});
