import { randomUUID } from 'node:crypto';
import { createTestDatabase, type TestDatabase } from '#test-database';
import { postgresErrorCode } from '../error-codes.js';
import { CALLER } from '../testing/caller.js';
import { Database } from './database.js';
import type { Transaction } from './transaction.js';

let home: TestDatabase;
let database: Database;
beforeAll(async () => {
  home = await createTestDatabase();
  database = new Database({ url: home.url, poolSize: 2 });
});
afterAll(async () => {
  await database.close();
  await home.drop();
});

/** One SQLSTATE of each class of PostgreSQL 18, appendix A, that a statement can fail with. */
const ONE_OF_EACH_CLASS = [
  ...['01000', '02000', '03000', '08006', '09000', '0A000', '0B000', '0F000', '0L000', '0P000', '0Z000', '10608'],
  ...['20000', '21000', '22012', '23505', '24000', '25006', '26000', '27000', '28000', '2B000', '2D000', '2F000'],
  ...['34000', '38000', '39000', '3B000', '3D000', '3F000', '40001', '40P01', '42501', '44000', '53100', '54000'],
  ...['55P03', '57014', '58030', 'F0000', 'HV000', 'P0001', 'XX000'],
];

const raise = (code: string): string => `DO $$ BEGIN RAISE EXCEPTION 'planted' USING ERRCODE = '${code}'; END $$`;

/** Fails as the statement before it made it fail, in fewer steps than that one's failure needs to arrive. */
const behind = (tx: Transaction): Promise<unknown> => tx.query('SELECT 1');
const slowly = async (work: Promise<unknown>): Promise<unknown> => {
  const deeper = async (): Promise<unknown> => await work;
  return await deeper();
};
const nested = (tx: Transaction, code: string): Promise<unknown> =>
  Promise.all([slowly(tx.query(raise(code))), Promise.all([behind(tx), behind(tx)])]);

const WAYS: readonly (readonly [string, (code: string) => Promise<unknown>])[] = [
  [
    'goes along with the beginning',
    (code) =>
      database.transactionFrom(CALLER, { first: (tx) => nested(tx, code), then: () => Promise.resolve(undefined) }),
  ],
  [
    'is one of several together',
    (code) =>
      database.transaction(CALLER, (tx) =>
        tx.together(
          () => behind(tx),
          () => nested(tx, code),
        ),
      ),
  ],
  [
    'is concluded',
    (code) =>
      database.transaction(CALLER, (tx) =>
        tx.conclude(
          () => nested(tx, code),
          () => behind(tx),
        ),
      ),
  ],
  ['is outside of a group', (code) => database.transaction(CALLER, (tx) => nested(tx, code))],
  [
    'is beside a call of Prisma',
    (code) =>
      database.transaction(CALLER, (tx) => Promise.all([slowly(slowly(tx.query(raise(code)))), tx.prisma.run.count()])),
  ],
];

test.each(WAYS)('a statement that %s fails with its own SQLSTATE, of whichever class', async (_, fail) => {
  const codes: (string | undefined)[] = [];
  for (const code of ONE_OF_EACH_CLASS)
    codes.push(
      await fail(code).then(
        () => undefined,
        (error: unknown) => postgresErrorCode(error),
      ),
    );
  expect(codes).toEqual(ONE_OF_EACH_CLASS);
});

test.each([
  ['the server refuses', (tx: Transaction) => tx.query(raise('22012'))],
  ['fails before it asks', () => Promise.reject(new Error('not asked'))],
])('what waits behind work that %s is not done outside of the transaction', async (_, fail) => {
  const one = new Database({ url: home.url, poolSize: 1 });
  const name = randomUUID();
  const add = async (tx: Transaction): Promise<unknown> =>
    tx.execute('INSERT INTO clusters (id, team_id, name, created_at) VALUES ($1, $2, $3, $4)', [
      randomUUID(),
      CALLER.team,
      name,
      new Date(),
    ]);
  const head = { position: 0n, revision: 0n, hash: new Uint8Array(32), teamId: CALLER.team };
  const nested = async ({ prisma }: Transaction, createdAt = new Date()): Promise<unknown> =>
    prisma.cluster.create({
      data: { id: randomUUID(), teamId: CALLER.team, name, createdAt, head: { create: { ...head, at: createdAt } } },
    });
  const work: Promise<unknown>[] = [];
  const doing = (tx: Transaction): Promise<unknown> => {
    work.push(fail(tx), add(tx), add(tx), nested(tx));
    return Promise.all(work);
  };
  for (const way of ['transaction', 'together'] as const)
    await expect(
      one.transaction(CALLER, (tx) => (way === 'together' ? tx.together(() => doing(tx)) : doing(tx))),
    ).rejects.toThrow();
  const found = async (): Promise<unknown> =>
    one.transaction(CALLER, async (tx) => {
      const rows = await tx.query('SELECT FROM clusters WHERE name = $1', [name]);
      return rows.length;
    });
  const before = await found();
  await Promise.allSettled(work);
  expect([before, await found()]).toEqual([0, 0]);
  await one.close();
});

test('what a connection failed with is not the cause of a later transaction', async () => {
  const one = new Database({ url: home.url, poolSize: 1 });
  await expect(one.transaction(CALLER, (tx) => tx.query(raise('22012')))).rejects.toThrow('planted');
  const later = one.transaction(CALLER, async (tx) => {
    await tx.query('SAVEPOINT before');
    await tx.query(raise('23505')).catch(() => undefined);
    await tx.query('ROLLBACK TO SAVEPOINT before');
    await Promise.all([tx.query(raise('57014')), behind(tx)]);
  });
  expect(await later.catch(postgresErrorCode)).toBe('57014');
  await one.close();
});
