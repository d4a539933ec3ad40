import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import pg from 'pg';
import { createTestDatabase, type TestDatabase } from '#test-database';
import { POSTGRES_ERROR, postgresErrorCode } from '../error-codes.js';
import { Database } from './database.js';
import type { Transaction } from './transaction.js';
import { CALLER } from '../testing/caller.js';

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

const run = <T>(fn: (tx: Transaction) => Promise<T>, options = {}): Promise<T> =>
  database.transaction(CALLER, fn, options);
const addCluster = (tx: Transaction, name: string) =>
  tx.prisma.cluster.create({ data: { id: randomUUID(), teamId: CALLER.team, name, createdAt: tx.at } });
const names = () =>
  run(async (tx) =>
    (await tx.query<{ name: string }>('SELECT name FROM clusters ORDER BY name')).map(({ name }) => name),
  );
const codeOf = async (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error: unknown) => postgresErrorCode(error),
  );

test('a transaction has its role, its team and its time, and the connection keeps none of them', async () => {
  const asked =
    "SELECT current_user::text AS role, current_setting('berth.team') AS team, transaction_timestamp() AS at";
  const [row] = await run((tx) => tx.query<{ role: string; team: string }>(asked));
  expect(row).toMatchObject({ role: 'berth_engine', team: CALLER.team });
  expect(await run((tx) => tx.query<{ role: string }>(asked), { role: 'reader' })).toMatchObject([
    { role: 'berth_reader' },
  ]);
  expect(await codeOf(run((tx) => tx.execute('DELETE FROM clusters'), { role: 'reader' }))).toBe(
    POSTGRES_ERROR.insufficientPrivilege,
  );
  expect(await codeOf(run((tx) => tx.execute("UPDATE runs SET state = 'failed'"), { readOnly: true }))).toBe('25006');
});

test('what throws leaves nothing, and what is abandoned leaves nothing and answers', async () => {
  await expect(
    run(async (tx) => {
      await addCluster(tx, 'thrown');
      throw new Error('no');
    }),
  ).rejects.toThrow('no');
  const answer = await run(async (tx) => {
    await addCluster(tx, 'abandoned');
    tx.abandon();
    return 7;
  });
  await run((tx) => addCluster(tx, 'kept'));
  expect([answer, await names()]).toEqual([7, ['kept']]);
});

test('a failed statement that is passed over is not taken for a commit', async () => {
  await expect(
    run(async (tx) => {
      await addCluster(tx, 'passed-over');
      await tx.query('SELECT 1/0').catch(() => undefined);
    }),
  ).rejects.toThrow('nothing of the transaction was kept');
  expect(await names()).not.toContain('passed-over');
});

test('what is first goes along with the beginning, in the context of the transaction', async () => {
  const role = "SELECT current_user::text AS role, current_setting('berth.team') AS team";
  const rows = await database.transactionFrom(CALLER, {
    first: (tx) => tx.query(role),
    then: async (tx, first) => [...first, tx.at.getTime() > 0],
    role: 'reader',
  });
  expect(rows).toEqual([{ role: 'berth_reader', team: CALLER.team }, true]);
  expect(
    await codeOf(
      database.transactionFrom(CALLER, { first: (tx) => tx.query('SELECT 1/0'), then: () => Promise.resolve() }),
    ),
  ).toBe('22012');
});

test('time that passes moves the time of a transaction on, and never beyond the present', async () => {
  const { before, after, present } = await run(async (tx) => {
    const before = tx.at;
    await tx.query('SELECT pg_sleep(0.03)');
    tx.advanceTime();
    const [row] = await tx.query<{ present: Date }>('SELECT clock_timestamp() AS present');
    return { before, after: tx.at, present: row?.present };
  });
  expect(after.getTime()).toBeGreaterThanOrEqual(before.getTime() + 30);
  expect(present?.getTime()).toBeGreaterThanOrEqual(after.getTime());
});

test('nested writes of Prisma are savepoints of the same transaction', async () => {
  const nested = (tx: Transaction, name: string) =>
    tx.prisma.cluster.create({
      data: {
        id: randomUUID(),
        teamId: CALLER.team,
        name,
        createdAt: tx.at,
        head: { create: { teamId: CALLER.team, position: 0n, revision: 0n, hash: new Uint8Array(32), at: tx.at } },
      },
    });
  await run((tx) => nested(tx, 'nested'));
  await run(async (tx) => {
    await nested(tx, 'gone');
    tx.abandon();
  });
  expect(await codeOf(run((tx) => nested(tx, 'nested')))).toBe(POSTGRES_ERROR.uniqueViolation);
  expect(await names()).toEqual(['kept', 'nested']);
});

test('a snapshot sees one state throughout', async () => {
  const counts = await run(
    async (tx) => {
      const count = async () => (await tx.query<{ n: number }>('SELECT count(*)::int AS n FROM clusters'))[0]?.n;
      const before = await count();
      await run((other) => addCluster(other, 'meanwhile'));
      return [before, await count()];
    },
    { snapshot: true, readOnly: true },
  );
  expect(counts[0]).toBe(counts[1]);
});

test('a cursor hands out every row in batches, also when the last one is full', async () => {
  const sizes = (rows: number) =>
    run(async (tx) => {
      const found: number[] = [];
      for await (const batch of tx.stream<{ n: number }>('SELECT n FROM generate_series(1, $1) AS n', [rows], 100))
        found.push(batch.length);
      return found;
    });
  expect([await sizes(250), await sizes(200), await sizes(0)]).toEqual([[100, 100, 50], [100, 100], []]);
});

test('work that is done together comes to what each piece of it comes to, in its order', async () => {
  const answers = await run((tx) =>
    tx.together(
      () => tx.query<{ n: number }>('SELECT 1 AS n'),
      async () => [
        ...(await tx.query<{ n: number }>('SELECT 2 AS n')),
        ...(await tx.query<{ n: number }>('SELECT 4 AS n')),
      ],
      () => tx.query<{ n: number }>({ name: 'three', text: 'SELECT $1::int AS n' }, [3]),
      () => Promise.resolve('nothing asked'),
      () =>
        tx.copyIn({ table: 'node_sets', columns: { cluster_id: 'uuid', digest: 'bytea', body: 'bytea' } }, [
          [randomUUID(), Buffer.alloc(1), Buffer.alloc(100_000)],
        ]),
    ),
  );
  expect(answers).toEqual([[{ n: 1 }], [{ n: 2 }, { n: 4 }], [{ n: 3 }], 'nothing asked', 1]);
});

test.each<readonly [string, (tx: Transaction) => Promise<unknown>, string | undefined]>([
  ['the server refuses', (tx) => tx.query('SELECT 1/0'), '22012'],
  [
    'fails before it asks',
    () => {
      throw new Error('not asked');
    },
    undefined,
  ],
])(
  'of work done together the first that %s is the failure, nothing is kept, and the connection goes on',
  async (_, failing, code) => {
    const name = randomUUID();
    const work = run((tx) =>
      tx.together(
        () => addCluster(tx, name),
        () => failing(tx),
        () => tx.query('SELECT 1'),
        async () => [await tx.query('SELECT 1'), await tx.query('SELECT 2')],
      ),
    );
    expect(await codeOf(work)).toBe(code);
    await expect(work).rejects.toThrow(code === undefined ? 'not asked' : 'division by zero');
    expect(await names()).not.toContain(name);
    expect(await Promise.all([names(), names(), names()])).toHaveLength(3);
  },
);

test('a connection that is killed in the middle fails its transaction, and the next one works', async () => {
  const pid = (tx: Transaction) =>
    tx.query<{ pid: number }>('SELECT pg_backend_pid() AS pid').then((rows) => rows[0]?.pid);
  for (const role of ['engine', 'reader'] as const) {
    const killed = run(
      async (tx) => {
        const own = await pid(tx);
        await fromOutside('SELECT pg_terminate_backend($1)', [own]);
        return tx.query('SELECT 1');
      },
      { role },
    );
    await expect(killed).rejects.toThrow();
  }
  expect(await Promise.all([run(pid), run(pid), run(pid)])).toEqual(expect.arrayContaining([expect.any(Number)]));
});

test('slow callers leave half of the connections to the others', async () => {
  const wide = new Database({ url: home.url, poolSize: 4 });
  const arrived: number[] = [];
  let finish: () => void = () => undefined;
  const finished = new Promise<void>((resolve) => {
    finish = resolve;
  });
  let seat: () => void = () => undefined;
  const seated = new Promise<void>((resolve) => {
    seat = resolve;
  });
  const slow = [1, 2, 3, 4, 5, 6].map((caller) =>
    wide.slow.transaction(CALLER, async (tx) => {
      if (arrived.push(caller) === 2) seat();
      await finished;
      await tx.query('SELECT 1');
      if (caller === 3) throw new Error('the line was cut');
      return caller;
    }),
  );
  await seated;
  for (let quick = 0; quick < 8; quick++) await wide.transaction(CALLER, (tx) => tx.query('SELECT 1'));
  expect([...arrived].sort()).toEqual([1, 2]);
  finish();
  expect(await Promise.allSettled(slow)).toMatchObject([
    { value: 1 },
    { value: 2 },
    { status: 'rejected' },
    { value: 4 },
    { value: 5 },
    { value: 6 },
  ]);
  await wide.close();
});

test('callers at their own pace have connections of their own, and take none of those who work', async () => {
  const wide = new Database({ url: home.url, poolSize: 2, pacedConnections: 2 });
  let finish: () => void = () => undefined;
  const finished = new Promise<void>((resolve) => (finish = resolve));
  const arrived: string[] = [];
  const at = (lane: 'paced' | 'slow', until: Promise<void>) =>
    wide[lane].transaction(CALLER, async (tx) => {
      arrived.push(lane);
      await until;
      await tx.query('SELECT 1');
    });
  const paced = [1, 2, 3].map(() => at('paced', finished));
  for (let count = 0; count < 3; count++) await at('slow', Promise.resolve());
  for (let quick = 0; quick < 8; quick++) await wide.transaction(CALLER, (tx) => tx.query('SELECT 1'));
  expect(arrived.sort()).toEqual(['paced', 'paced', 'slow', 'slow', 'slow']);
  finish();
  await Promise.all(paced);
  await wide.close();
});

async function fromOutside(sql: string, values: unknown[]): Promise<void> {
  const { default: pg } = await import('pg');
  const client = new pg.Client({ connectionString: home.url });
  await client.connect();
  await client.query(sql, values);
  await client.end();
}

const addPlainly = (tx: Transaction, name: string) =>
  tx.execute('INSERT INTO clusters (id, team_id, name, created_at) VALUES ($1, $2, $3, $4)', [
    randomUUID(),
    CALLER.team,
    name,
    tx.at,
  ]);

test('a transaction that is concluded is committed with its last statements, and takes no others', async () => {
  expect(
    await run((tx) =>
      tx.conclude(
        () => addPlainly(tx, 'concluded'),
        () => tx.query('SELECT 1 AS n'),
      ),
    ),
  ).toEqual([1, [{ n: 1 }]]);
  expect(await names()).toContain('concluded');
  await expect(
    run(async (tx) => {
      await tx.conclude(() => addPlainly(tx, 'concluded-too'));
      await tx.query('SELECT 1');
    }),
  ).rejects.toThrow('the transaction is concluded');
  expect(await names()).toContain('concluded-too');
});

test.each([
  ['fails', (tx: Transaction) => tx.query('SELECT 1/0'), 'division by zero'],
  ['fails before anything is sent', () => Promise.reject(new Error('not asked')), 'not asked'],
] as const)('nothing is kept of what is concluded with work that %s', async (_, failing, message) => {
  await expect(
    run((tx) =>
      tx.conclude(
        () => addPlainly(tx, 'half'),
        async () => {
          await failing(tx);
        },
        () => addPlainly(tx, 'other half'),
      ),
    ),
  ).rejects.toThrow(message);
  expect((await names()).filter((name) => name.includes('half'))).toEqual([]);
});

const contents = (table: string) =>
  ({ table, columns: { cluster_id: 'uuid', digest: 'bytea', body: 'bytea' } }) as const;
const storedIn = (cluster: string) =>
  run((tx) =>
    tx.query<{ n: number }>(
      `SELECT (SELECT count(*)::int FROM node_sets WHERE cluster_id = $1) + (SELECT count(*)::int FROM trace_bases
       WHERE cluster_id = $1) AS n`,
      [cluster],
    ),
  ).then(([row]) => row?.n);

test('single rows of several tables that are written together are all there, or none of them', async () => {
  const [all, none, short] = [randomUUID(), randomUUID(), randomUUID()];
  const rowOf = (cluster: string) => [cluster, Buffer.alloc(1), Buffer.alloc(40_000)];
  expect(
    await run((tx) =>
      tx.together(
        () => tx.copyIn(contents('node_sets'), [rowOf(all)]),
        () => tx.copyIn(contents('trace_bases'), [rowOf(all)]),
        () => tx.copyIn(contents('node_sets'), []),
      ),
    ),
  ).toEqual([1, 1, 0]);
  const twice = run((tx) =>
    tx.conclude(
      () => tx.copyIn(contents('trace_bases'), [rowOf(none)]),
      () => tx.copyIn(contents('node_sets'), [rowOf(all)]),
    ),
  );
  expect(await codeOf(twice)).toBe(POSTGRES_ERROR.uniqueViolation);
  await expect(
    run((tx) =>
      tx.conclude(
        () => tx.copyIn(contents('trace_bases'), [rowOf(short)]),
        () => tx.copyIn(contents('node_sets'), [[short]]),
      ),
    ),
  ).rejects.toThrow(RangeError);
  expect(await Promise.all([all, none, short].map(storedIn))).toEqual([2, 0, 0]);
});

test('what is read for somebody who goes away ends, in PostgreSQL too; what is written for them does not', async () => {
  const gone = new AbortController();
  const left = new Error('left');
  const caller = { ...CALLER, signal: gone.signal };
  // Whoever has taken a role does not see what others run.
  const onlooker = new pg.Client({ connectionString: home.url });
  await onlooker.connect();
  const asleep = async (): Promise<number | null> =>
    (await onlooker.query("SELECT FROM pg_stat_activity WHERE state = 'active' AND query LIKE 'SELECT pg_sleep(%'"))
      .rowCount;
  const read = database.transaction(caller, (tx) => tx.query('SELECT pg_sleep(600)'), { readOnly: true });
  const settled = expect(read).rejects.toBe(left);
  while ((await asleep()) === 0) await setTimeout(10);
  gone.abort(left);
  await settled;
  while ((await asleep()) !== 0) await setTimeout(10);
  await onlooker.end();
  await expect(database.transaction(caller, () => Promise.resolve(), { readOnly: true })).rejects.toBe(left);
  await database.transaction(caller, (tx) => addCluster(tx, 'finished'));
  expect(await names()).toContain('finished');
});

test('a connection that the server ends while the pool ends is none that was lost', async () => {
  const lost: Error[] = [];
  const operator = new pg.Client({ connectionString: home.url });
  await operator.connect();
  for (let round = 0; round < 10; round++) {
    const ending = new Database({ url: home.url, poolSize: 4, onIdleError: (error) => void lost.push(error) });
    const pidOf = () =>
      ending.transaction(CALLER, async (tx) => (await tx.query<{ pid: number }>('SELECT pg_backend_pid() AS pid'))[0]);
    const pids = (await Promise.all([pidOf(), pidOf(), pidOf(), pidOf()])).map((row) => row?.pid);
    const killing = operator.query('SELECT pg_terminate_backend(pid) FROM unnest($1::int[]) pid', [pids]);
    await ending.close();
    await killing;
  }
  await operator.end();
  expect(lost).toEqual([]);
});
