import { Database } from '#database';
import { TestServices } from '#test-services';
import { startPooler, type Pooler } from './pooler.js';
import { askInterleaved, questions, twoTeams, withoutFirstWall, type TwoTeams } from './two-teams.js';

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

test.each([
  ['directly', 'both walls', false],
  ['directly', 'the second wall alone', true],
  ['through a pooler of transactions', 'both walls', false],
  ['through a pooler of transactions', 'the second wall alone', true],
] as const)('%s, with %s', async (way, _, isFirstDown) => {
  const pooler: Pooler =
    way === 'directly' ? { url: services.url, stop: () => Promise.resolve() } : await startPooler(services.url);
  const database = new Database({ url: pooler.url, poolSize: 1 });
  try {
    const all = questions(isFirstDown ? withoutFirstWall(database) : database, services);
    expect(await askInterleaved(all, both, 10_000)).toEqual(HELD);
    // Only reads: what writes makes room for it over a connection of its own, and here the server has one for all.
    const rows = await database.transaction(
      both.teams[0].caller,
      (tx) => tx.query('SELECT name FROM pg_prepared_statements'),
      { readOnly: true },
    );
    // On the one connection that the server has, for both roles.
    expect(rows).toEqual(expect.arrayContaining([{ name: 'context' }, { name: 'cluster_by_id reader' }]));
  } finally {
    await database.close();
    await pooler.stop();
  }
});
