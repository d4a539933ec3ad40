import { Database, type Caller } from '#database';
import { createTestDatabase, type TestDatabase } from '#test-database';
import { sharedCounter, type Rate } from './counters.store.js';
import { RateLimit } from './rate-limit.js';

const CALLER: Caller = {
  team: '00000000-0000-7000-8000-000000000001',
  roles: ['system'],
  actor: 'berth',
  principal: 'system',
  requestId: 'limits',
  client: 'spec',
  reason: '',
};

let made: TestDatabase;
let database: Database;
beforeAll(async () => {
  made = await createTestDatabase();
  database = new Database({ url: made.url });
});
afterAll(async () => {
  await database.close();
  await made.drop();
});

/** The limit of one process. */
function limit(name: string, rate: Rate): RateLimit {
  return new RateLimit(sharedCounter(database, CALLER, name, rate), rate);
}

test.each([1, 7, 60, 1_003])('processes together grant %i of a window, and no more', async (points) => {
  const rate = { points, seconds: 60 };
  const [one, two] = [limit(`of ${points}`, rate), limit(`of ${points}`, rate)];
  const taken = await Promise.all(
    Array.from({ length: points * 4 }, (_, index) => (index % 2 === 0 ? one : two).take('somebody')),
  );
  expect(taken.filter(({ granted }) => granted)).toHaveLength(points);
  const others = await one.take('somebody else');
  expect(others).toMatchObject({ granted: true, remaining: points - 1 });
});

test('what is left is reported, and when there is more', async () => {
  const rate = { points: 3, seconds: 1 };
  const one = limit('brief', rate);
  const remaining: number[] = [];
  for (let count = 0; count < 3; count++) remaining.push((await one.take('a')).remaining);
  expect(remaining).toEqual([2, 1, 0]);
  expect(await one.take('a')).toEqual({ granted: false, rate, remaining: 0, resetSeconds: 1 });
  let again = await one.take('a');
  while (!again.granted) again = await one.take('a');
  expect(again).toMatchObject({ granted: true, remaining: 2 });
});

test('a refusal asks nobody, and remembers nothing more', async () => {
  let asked = 0;
  const rate = { points: 20, seconds: 60 };
  const counter = sharedCounter(database, CALLER, 'asked', rate);
  const one = new RateLimit(
    {
      consume: (key, points) => {
        asked++;
        return counter.consume(key, points);
      },
    },
    rate,
  );
  for (let count = 0; count < 2_000; count++) await one.take('a');
  expect([asked, one.size]).toEqual([20, 1]);
});

test('while the database does not answer, a process counts for itself', async () => {
  const away = new Database({ url: 'postgresql://nobody@127.0.0.1:1/none' });
  const rate = { points: 2, seconds: 60 };
  const one = new RateLimit(sharedCounter(away, CALLER, 'away', rate), rate);
  const granted = [];
  for (let count = 0; count < 3; count++) granted.push((await one.take('a')).granted);
  expect(granted).toEqual([true, true, false]);
  await away.close();
});
