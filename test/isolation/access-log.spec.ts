import { findSeenCluster, SharingService } from '#cluster';
import { DEFAULT_TEAM_ID, KeyService, TeamService } from '#access';
import { CheckpointService, passingSigningKey } from '#history';
import { VerificationService } from '#integrity';
import { CALLER, TamperedDatabase, TestServices, valueOf } from '#test-services';
import type pg from 'pg';

/** What verification finds of edits past the triggers, in the log of access and in what it is about. */
let services: TestServices;
let client: pg.Client;
let tampered: TamperedDatabase;
let shop: string;

beforeAll(async () => {
  services = await TestServices.create();
  const { database } = services;
  const [teams, keys, sharing] = [
    new TeamService(database, 'https://id.example'),
    new KeyService(database, findSeenCluster),
    new SharingService(database),
  ];
  shop = valueOf(await teams.create(CALLER, 'shop')).id;
  const cluster = valueOf(await services.clusters.create(CALLER, { name: 'prod' })).id;
  const only = { cluster, namespace: 'shop' };
  for (const more of [{}, only, {}]) {
    const { id } = valueOf(await keys.create(CALLER, 'shop', { name: 'ci', roles: ['viewer'], ...more }));
    if (more === only) valueOf(await keys.revoke(CALLER, 'shop', id));
  }
  for (const subject of ['ann', 'ben']) {
    const { id } = valueOf(await teams.addMember(CALLER, 'shop', { subject, roles: ['viewer', 'editor'] }));
    if (subject === 'ben') valueOf(await teams.removeMember(CALLER, 'shop', id.toUpperCase()));
  }
  for (const role of ['viewer', 'editor'] as const) {
    const { id } = valueOf(await sharing.grant(CALLER, cluster, { team: 'shop', role }));
    if (role === 'editor') valueOf(await sharing.takeBack(CALLER, cluster, id.toUpperCase()));
  }
  for (const team of ['shop', 'default']) valueOf(await sharing.give(CALLER, cluster, { namespace: 'back', team }));
  valueOf(await sharing.give(CALLER, cluster, { namespace: 'shop', team: 'shop' }));
  client = await services.client();
  tampered = await TamperedDatabase.of(services, client, { signing: {} });
});
afterAll(async () => {
  await client.end();
  await services.drop();
});

test('nothing is found of what nobody edited', async () => {
  expect(await tampered.violations()).toEqual({});
});

const move = (from: number, to: number): string => `UPDATE access_log SET sequence = ${to} WHERE sequence = ${from}`;

test.each<[string, string, readonly string[]]>([
  [
    'an entry with another word in it',
    'entry 3 is not what its hash is of',
    [
      `UPDATE access_log SET body = convert_to(replace(convert_from(body, 'UTF8'), 'viewer', 'editor'), 'UTF8')
         WHERE sequence = 3`,
    ],
  ],
  ['one of another time', 'entry 3 is not', ["UPDATE access_log SET at = at + interval '1 ms' WHERE sequence = 3"]],
  ['one that is no JSON', 'entry 3 cannot be read', ["UPDATE access_log SET body = 'x' WHERE sequence = 3"]],
  ['one that is gone', 'entry 4 follows entry 2', ['DELETE FROM access_log WHERE sequence = 3']],
  ['the first one gone', 'entry 2 follows entry 0', ['DELETE FROM access_log WHERE sequence = 1']],
  [
    'the last one gone',
    'has access, and no entry of the log of access says so',
    ['DELETE FROM access_log WHERE sequence = (SELECT max(sequence) FROM kept.access_log)'],
  ],
  ['two that have changed places', 'entry 3 has another hash', [move(3, -1), move(4, 3), move(-1, 4)]],
  [
    'a key of more roles',
    'is not what the log of access says',
    ["UPDATE api_keys SET roles = '{admin}' WHERE revoked_at IS NULL"],
  ],
  ['one that lasts longer', 'is not what', ["UPDATE api_keys SET expires_at = expires_at + interval '1 day'"]],
  ['one for more clusters', 'is not what', ['UPDATE api_keys SET cluster_id = NULL WHERE cluster_id IS NOT NULL']],
  ['one of another team', 'is not what', [`UPDATE api_keys SET team_id = '${DEFAULT_TEAM_ID}'`]],
  ['one that is good again', 'is not what', ['UPDATE api_keys SET revoked_at = NULL WHERE revoked_at IS NOT NULL']],
  [
    'one that nobody made',
    'has access, and no entry',
    [
      `INSERT INTO api_keys SELECT 'x', team_id, name, secret_hash, roles, cluster_id, namespace, created_at, created_by
         FROM kept.api_keys LIMIT 1`,
    ],
  ],
  ['a team of another name', 'is not what', ["UPDATE teams SET name = 'mall' WHERE name = 'shop'"]],
  [
    'a team of another id',
    'is gone, and the log of access does not say so',
    ["UPDATE teams SET id = gen_random_uuid() WHERE name = 'shop'"],
  ],
  ['a member of more roles', 'is not what', ["UPDATE team_members SET roles = '{admin}'"]],
  ['another person', 'is not what', ["UPDATE team_members SET subject = 'eve'"]],
  ['a grant of another role', 'is not what', ["UPDATE grants SET role = 'admin'"]],
  ['one that is gone', 'is gone, and the log of access does not say so', ['DELETE FROM grants']],
  ['a namespace of another team', 'is not what', [`UPDATE namespace_teams SET team_id = '${DEFAULT_TEAM_ID}'`]],
  ['one that is the cluster’s again', 'is gone, and', ['DELETE FROM namespace_teams']],
])('%s is found: %s', async (_, message, edits) => {
  const found = await tampered.after(...edits);
  expect(Object.keys(found)).toEqual(['changes of access chained without a gap']);
  expect(JSON.stringify(found)).toContain(message);
});

test('a team sees its own access alone', async () => {
  const of = async (team: string): Promise<boolean> =>
    valueOf(await new VerificationService(services.database).verify({ ...CALLER, team }, {})).holds;
  await client.query("UPDATE api_keys SET roles = '{admin}'");
  try {
    const other = valueOf(await new TeamService(services.database).create(CALLER, 'other')).id;
    expect([await of(DEFAULT_TEAM_ID), await of(shop), await of(other)]).toEqual([false, false, true]);
  } finally {
    await client.query('DELETE FROM api_keys');
    await client.query('INSERT INTO api_keys SELECT * FROM kept.api_keys');
  }
});

describe('what checkpoints say', () => {
  const key = passingSigningKey();
  let signed: TamperedDatabase;
  let checkpoints: CheckpointService;
  beforeAll(async () => {
    checkpoints = new CheckpointService(services.database, { key });
    expect(await checkpoints.tidy(CALLER)).toEqual([]);
    await client.query('DROP SCHEMA kept CASCADE');
    signed = await TamperedDatabase.of(services, client, { signing: { key: key.verifier } });
  });

  test('nothing is found of what has no edit, and what was signed is not signed again', async () => {
    expect(await checkpoints.tidy(CALLER)).toEqual([]);
    const { rowCount } = await client.query('SELECT FROM access_checkpoints');
    expect([await signed.violations(), rowCount]).toEqual([{}, 1]);
  });

  test.each<[string, string, readonly string[]]>([
    [
      'a revoked key that lives again, without the entry that revoked it and all after it',
      'entries were removed, or the tables of access were rolled back',
      [
        `DELETE FROM access_log WHERE sequence >= (SELECT max(sequence) FROM access_log
           WHERE convert_from(body, 'UTF8')::json ->> 'action' = 'key.revoked')`,
        'UPDATE api_keys SET revoked_at = NULL WHERE revoked_at IS NOT NULL',
        'DELETE FROM team_members WHERE true',
        'DELETE FROM grants WHERE true',
        'DELETE FROM namespace_teams WHERE true',
      ],
    ],
    ['another secret', 'has another secret than', ["UPDATE api_keys SET secret_hash = sha256('mine')"]],
    [
      'another time of a key',
      'are not what was signed',
      ["UPDATE api_keys SET created_at = created_at - interval '1 h'"],
    ],
    [
      'a checkpoint of another state',
      'is not what its note says',
      ["UPDATE access_checkpoints SET state = sha256('x')"],
    ],
    ['one that was signed by no key', 'or not signed', ["UPDATE access_checkpoints SET note = 'x'"]],
  ])('%s is found: %s', async (_, message, edits) => {
    expect(JSON.stringify(await signed.after(...edits))).toContain(message);
  });

  test('the tables of access alone rolled back are found, and are not signed for', async () => {
    const tables = ['access_log', 'api_keys', 'grants', 'namespace_teams', 'team_members'];
    await client.query('DROP SCHEMA IF EXISTS before CASCADE');
    await client.query('CREATE SCHEMA before');
    for (const table of tables) await client.query(`CREATE TABLE before.${table} AS TABLE public.${table}`);
    const keys = new KeyService(services.database, findSeenCluster);
    const { id } = valueOf(await keys.create(CALLER, 'shop', { name: 'late', roles: ['viewer'] }));
    valueOf(await keys.revoke(CALLER, 'shop', id));
    expect([await checkpoints.tidy(CALLER), await signed.violations()]).toEqual([[], {}]);
    for (const table of tables) {
      await client.query(`DELETE FROM public.${table}`);
      await client.query(`INSERT INTO public.${table} SELECT * FROM before.${table}`);
    }
    expect(JSON.stringify(await signed.violations())).toContain('rolled back');
    const [unsigned] = await checkpoints.tidy(CALLER);
    expect(unsigned).toEqual({ cluster: 'access', message: expect.stringContaining('rolled back') });
  });
});
