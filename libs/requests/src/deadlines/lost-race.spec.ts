import { first, TestServices } from '#test-services';
import { lostRace } from './lost-race.js';

let services: TestServices;
beforeAll(async () => {
  services = await TestServices.create();
});
afterAll(() => services.drop());

const CLUSTER = '00000000-0000-7000-8000-000000000002';
const revision = (cluster: string | null, revision: number, at: string): [string, unknown[]] => [
  `INSERT INTO revisions (cluster_id, revision, first_position, count, at, actor, principal, request_id, client, reason,
     leaf_root, prev_hash, hash)
   VALUES ($1, $2, 1, 1, $3, '', '', '', '', '', '', '', '')`,
  [cluster, revision, at],
];
const change = (position: number, at: string): [string, unknown[]] => [
  `INSERT INTO changes (cluster_id, position, revision, at, op, api_version, kind, namespace, name, uid, body)
   VALUES ($1, $2, 1, $3, 'create', '', '', '', '', '', '')`,
  [CLUSTER, position, at],
];
const profile = (): [string, unknown[]] => [
  `INSERT INTO profiles (cluster_id, name, version, digest, config, created_at) VALUES ($1, 'p', 1, '', '{}', now())`,
  [CLUSTER],
];

/** What the server says to these statements, one after the other. */
async function errorOf(...statements: readonly [string, unknown[]][]): Promise<unknown> {
  return services.connected(async (client) => {
    await client.query('BEGIN');
    try {
      for (const [sql, values] of statements) await client.query(sql, values);
      return undefined;
    } catch (error) {
      return error;
    } finally {
      await client.query('ROLLBACK');
    }
  });
}

describe.each(['first', 'last'])('in the %s partition', (which) => {
  let at: string;
  beforeAll(async () => {
    const order = which === 'first' ? 'ASC' : 'DESC';
    const found = await services.rows<{ at: Date }>(
      `SELECT upper_bound - interval '1 day' AS at FROM berth_partitions() WHERE history = 'changes' ORDER BY 1 ${order}
       LIMIT 1`,
    );
    at = first(found).at.toISOString();
  });

  test.each([
    ['a revision that is taken', () => [revision(CLUSTER, 1, at), revision(CLUSTER, 1, at)], '23505', true],
    ['a position that is taken', () => [change(1, at), change(1, at)], '23505', true],
    ['a revision without a cluster, because the head has moved on', () => [revision(null, 1, at)], '23502', true],
    ['a profile that is taken', () => [profile(), profile()], '23505', false],
  ] as const)('%s', async (_, statements, code, lost) => {
    const error = await errorOf(...statements());
    expect([error, lostRace(error)]).toMatchObject([{ code }, lost]);
  });
});
