import { Database } from '#database';
import { TestServices } from '#test-services';
import { startPooler, type Pooler } from './pooler.js';
import {
  askInterleaved,
  questions,
  twoTeams,
  withoutFirstWall,
  withoutSecondWall,
  type TwoTeams,
} from './two-teams.js';

/** 10,000 questions of two teams that take turns on one connection, prepared statements and all. */
let services: TestServices;
let both: TwoTeams;
beforeAll(async () => {
  services = await TestServices.create();
  both = await twoTeams(services);
});
afterAll(async () => {
  await services.drop();
});

const HELD = { asked: 10_000, answered: 5_000, notFound: 5_000, leaks: 0 };

const asItIs = (database: Database): Database => database;

test.each([
  ['directly', 'both walls', asItIs],
  ['directly', 'the first wall alone', withoutSecondWall],
  ['directly', 'the second wall alone', withoutFirstWall],
  ['through a pooler of transactions', 'both walls', asItIs],
  ['through a pooler of transactions', 'the first wall alone', withoutSecondWall],
  ['through a pooler of transactions', 'the second wall alone', withoutFirstWall],
] as const)('%s, with %s', async (way, _, behind) => {
  const pooler: Pooler =
    way === 'directly' ? { url: services.url, stop: () => Promise.resolve() } : await startPooler(services.url);
  const database = new Database({ url: pooler.url, poolSize: 1 });
  try {
    const all = questions(behind(database), services);
    expect(await askInterleaved(all, both, 10_000)).toEqual(HELD);
    // Only reads: what writes makes room for it over a connection of its own, and here the server has one for all.
    const rows = await database.transaction(
      both.teams[0].caller,
      (tx) => tx.query('SELECT name FROM pg_prepared_statements'),
      { readOnly: true },
    );
    // On the one connection that the server has, for the role that reads.
    const found = behind === withoutSecondWall ? 'cluster_by_id' : 'cluster_by_id reader';
    expect(rows).toEqual(expect.arrayContaining([{ name: 'context' }, { name: found }]));
  } finally {
    await database.close();
    await pooler.stop();
  }
});
