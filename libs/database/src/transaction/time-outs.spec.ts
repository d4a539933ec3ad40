import { randomUUID } from 'node:crypto';
import { createTestDatabase, type TestDatabase } from '#test-database';
import { postgresErrorCode } from '../error-codes.js';
import { isConnectionLost, isStatementTimeout } from '../outage-reason.js';
import { heavily, SYSTEM_ROLE } from './caller.js';
import { Database } from './database.js';
import type { Transaction } from './transaction.js';
import { CALLER } from '../testing/caller.js';

let home: TestDatabase;
let database: Database;
beforeAll(async () => {
  home = await createTestDatabase();
  database = new Database({ url: home.url, poolSize: 2 });
  await run((tx) =>
    tx.prisma.cluster.create({ data: { id: randomUUID(), teamId: CALLER.team, name: 'kept', createdAt: new Date() } }),
  );
});
afterAll(async () => {
  await database.close();
  await home.drop();
});

const run = <T>(fn: (tx: Transaction) => Promise<T>): Promise<T> => database.transaction(CALLER, fn);
const codeOf = async (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error: unknown) => postgresErrorCode(error),
  );

test('a statement that takes too long is ended, and nothing of its transaction is kept', async () => {
  const impatient = new Database({ url: home.url, statementTimeouts: { short: 50, heavy: 0 } });
  const error: unknown = await impatient
    .transaction(CALLER, async (tx) => {
      await tx.execute('UPDATE clusters SET name = $1 WHERE name = $2', ['moved', 'kept']);
      await tx.query('SELECT pg_sleep(600)');
    })
    .catch((failure: unknown) => failure);
  expect([isStatementTimeout(error), isConnectionLost(error)]).toEqual([true, true]);
  expect(await run((tx) => tx.query('SELECT name FROM clusters WHERE name = ANY($1)', [['moved', 'kept']]))).toEqual([
    { name: 'kept' },
  ]);
  await impatient.close();
});

test.each([
  ['of a request', CALLER, 'transaction', '7s'],
  ['of heavy work', heavily(CALLER), 'transaction', '8min'],
  ['of the service itself', { ...CALLER, roles: [SYSTEM_ROLE] }, 'transaction', '8min'],
  ["at its caller's pace", CALLER, 'slow', '8min'],
] as const)('a statement %s has the time of its class', async (_, caller, pace, time) => {
  const timed = new Database({ url: home.url, statementTimeouts: { short: 7_000, heavy: 480_000 } });
  const { transaction } = pace === 'slow' ? timed.slow : { transaction: timed.transaction.bind(timed) };
  const [row] = await transaction(caller, (tx) =>
    tx.query<{ statement: string; lock: string }>(
      "SELECT current_setting('statement_timeout') AS statement, current_setting('lock_timeout') AS lock",
    ),
  );
  // A lock is waited for less long than the statement that needs it may take.
  expect(row).toEqual({ statement: time, lock: time === '7s' ? '6300ms' : '30s' });
  await timed.close();
});

test('a lock that others hold for too long is given up', async () => {
  const impatient = new Database({ url: home.url, lockTimeoutMs: 20 });
  const lock = 'SELECT FROM clusters WHERE name = $1 FOR UPDATE';
  const waited = await run(async (tx) => {
    await tx.query(lock, ['kept']);
    return codeOf(impatient.transaction(CALLER, (other) => other.query(lock, ['kept'])));
  });
  expect(waited).toBe('55P03');
  await impatient.close();
});
