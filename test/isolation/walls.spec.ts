import { Database } from '#database';
import { TestServices } from '#test-services';
import { askInterleaved, questions, twoTeams, withoutFirstWall, type TwoTeams } from './two-teams.js';

/** Two walls stand between teams: what the service asks for, and what the database shows. Each holds alone. */
let services: TestServices;
let both: TwoTeams;
/** Of one connection, which all of them take in turn. */
let database: Database;
beforeAll(async () => {
  services = await TestServices.create();
  both = await twoTeams(services);
  database = new Database({ url: services.url, poolSize: 1 });
});
afterAll(async () => {
  await database.close();
  await services.drop();
});

const HELD = { asked: 800, answered: 400, notFound: 400, leaks: 0 };

/** Tables behind the second wall, with the column that says whose a row is. */
const WALLED = `SELECT c.relname AS name, EXISTS (SELECT FROM pg_attribute a
      WHERE a.attrelid = c.oid AND a.attname = 'cluster_id') AS "isOfCluster"
  FROM pg_class c WHERE c.relnamespace = 'public'::regnamespace AND c.relrowsecurity AND NOT c.relispartition
  ORDER BY 1`;

test('with both walls', async () => {
  expect(await askInterleaved(questions(database, services), both, 800)).toEqual(HELD);
});

test('with the second alone', async () => {
  expect(await askInterleaved(questions(withoutFirstWall(database), services), both, 800)).toEqual(HELD);
});

test('a reader sees the rows of one team in every table, and none without a team', async () => {
  const tables = await services.rows<{ name: string; isOfCluster: boolean }>(WALLED);
  let filled = 0;
  for (const { name, isOfCluster } of tables.filter((table) => table.name !== 'api_keys')) {
    const column = name === 'clusters' ? 'id' : isOfCluster && name !== 'operations' ? 'cluster_id' : 'team_id';
    const seen = async (team: string): Promise<Record<string, string>> => {
      const rows = await database.transaction(
        { ...both.teams[0].caller, team },
        (tx) =>
          tx.query<{ whose: string; count: string }>(`SELECT ${column} AS whose, count(*) FROM ${name} GROUP BY 1`),
        { role: 'reader' },
      );
      return Object.fromEntries(rows.map(({ whose, count }) => [whose, count]));
    };
    const there = await services.rows<{ whose: string; count: string }>(
      `SELECT ${column} AS whose, count(*) FROM ${name} GROUP BY 1`,
    );
    for (const { caller, cluster } of both.teams) {
      const own = there.filter(({ whose }) => whose === (column === 'team_id' ? caller.team : cluster));
      expect([name, await seen(caller.team)]).toEqual([
        name,
        Object.fromEntries(own.map(({ whose, count }) => [whose, count])),
      ]);
      filled += own.length;
    }
    expect([name, await seen('')]).toEqual([name, {}]);
  }
  // Not because there was nothing to see.
  expect(filled).toBeGreaterThan(30);
});

test('what another team was granted it sees, and what it was not it does not', async () => {
  const [{ cluster }, { caller }] = both.teams;
  const nodes = (): Promise<unknown[]> =>
    database.transaction(caller, (tx) => tx.query('SELECT FROM nodes WHERE cluster_id = $1', [cluster]), {
      role: 'reader',
    });
  expect(await nodes()).toEqual([]);
  await services.connected((client) =>
    client.query(
      `INSERT INTO grants (id, cluster_id, team_id, role, created_at, created_by)
       VALUES (gen_random_uuid(), $1, $2, 'viewer', now(), 'ann')`,
      [cluster, caller.team],
    ),
  );
  expect(await nodes()).toHaveLength(12);
  await services.connected((client) => client.query('DELETE FROM grants'));
  expect(await nodes()).toEqual([]);
});

test('a reader who says to be about the cluster of another team sees no more for it', async () => {
  const [{ cluster }, { caller, cluster: own }] = both.teams;
  const counts = (about: string): Promise<unknown[]> =>
    database.transaction(
      caller,
      async (tx) => {
        await tx.query("SELECT set_config('berth.cluster', $1, true)", [about]);
        return tx.query<{ own: number; others: number }>(
          `SELECT count(*) FILTER (WHERE cluster_id = $1)::int AS own,
             count(*) FILTER (WHERE cluster_id <> $1)::int AS others FROM changes`,
          [own],
        );
      },
      { role: 'reader' },
    );
  const [{ found }] = (await services.rows<{ found: number }>(
    `SELECT count(*)::int AS found FROM changes WHERE cluster_id = '${own}'`,
  )) as [{ found: number }];
  for (const about of [cluster, own, '']) expect(await counts(about)).toEqual([{ own: found, others: 0 }]);
});

describe('without the second', () => {
  beforeAll(async () => {
    for (const { name } of await services.rows<{ name: string }>(WALLED))
      await services.connected((client) => client.query(`ALTER TABLE ${name} DISABLE ROW LEVEL SECURITY`));
  });

  test('the first one holds alone', async () => {
    expect(await askInterleaved(questions(database, services), both, 800)).toEqual(HELD);
  });

  test('nothing holds where the first is down too: that is what these tests would see', async () => {
    const tally = await askInterleaved(questions(withoutFirstWall(database), services), both, 80);
    expect(tally).toEqual({ asked: 80, answered: 40, notFound: 0, leaks: 40 });
  });
});
