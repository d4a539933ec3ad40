import { Database } from '#database';
import { TestServices } from '#test-services';
import { ownerIn, walledTables, whileFilled, type WalledTable } from './fill-walled-tables.js';
import { askInterleaved, questions, twoTeams, withoutFirstWall, type TwoTeams } from './two-teams.js';

/** Two walls stand between teams: what the service asks for, and what the database shows. Each holds alone. */
let services: TestServices;
let both: TwoTeams;
/** All that is behind the second one. */
let tables: readonly WalledTable[];
/** Of one connection, which all of them take in turn. */
let database: Database;
beforeAll(async () => {
  services = await TestServices.create();
  both = await twoTeams(services);
  tables = await services.connected(walledTables);
  database = new Database({ url: services.url, poolSize: 1 });
});
afterAll(async () => {
  await database.close();
  await services.drop();
});

const HELD = { asked: 800, answered: 400, notFound: 400, leaks: 0 };

/** How many rows of a table are whose. */
interface Counted extends Record<string, unknown> {
  readonly whose: string;
  readonly count: number;
}

test('with both walls', async () => {
  expect(await askInterleaved(questions(database, services), both, 800)).toEqual(HELD);
});

test('with the second alone', async () => {
  expect(await askInterleaved(questions(withoutFirstWall(database), services), both, 800)).toEqual(HELD);
});

test('a reader sees the rows of one team in every table, and none without a team', async () => {
  await services.connected((client) => whileFilled(client, both.teams, eachTableSeen));
  expect(tables.map(({ name }) => name)).toEqual(expect.arrayContaining(['teams', 'decision_totals', 'archives']));
});

async function eachTableSeen(): Promise<void> {
  for (const table of tables) {
    const count = `SELECT ${table.owner.column} AS whose, count(*)::int FROM ${table.name} GROUP BY 1`;
    const seen = async (team: string): Promise<readonly Counted[]> =>
      database.transaction({ ...both.teams[0].caller, team }, (tx) => tx.query<Counted>(count), { role: 'reader' });
    const there = await services.rows<Counted>(count);
    for (const team of both.teams) {
      const own = there.filter(({ whose }) => whose === ownerIn(table, team));
      expect([table.name, await seen(team.caller.team)]).toEqual([table.name, own]);
      expect([table.name, own.length]).toEqual([table.name, 1]);
    }
    expect([table.name, await seen('')]).toEqual([table.name, []]);
  }
}

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
  expect(await nodes()).toHaveLength(13);
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
    for (const { name } of tables)
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
