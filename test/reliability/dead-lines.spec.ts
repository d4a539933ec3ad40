import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { Database, isConnectionLost, Lease, LEASE_IS_FREE, type Caller, type Transaction } from '#database';
import { createTestDatabase, type TestDatabase } from '#test-database';
import pg from 'pg';
import { NetworkProxy } from './network-proxy.js';

const CALLER: Caller = {
  team: '00000000-0000-7000-8000-000000000001',
  roles: ['admin', 'auditor'],
  actor: 'ann',
  principal: 'test',
  requestId: 'r',
  client: 'spec',
  reason: '',
};

let home: TestDatabase;
let outside: pg.Client;
let proxy: NetworkProxy;
let database: Database;
beforeAll(async () => {
  home = await createTestDatabase();
  outside = new pg.Client({ connectionString: home.url });
  await outside.connect();
});
afterAll(async () => {
  await outside.end();
  await home.drop();
});
beforeEach(async () => {
  proxy = await NetworkProxy.open(home.url);
  database = new Database({ url: proxy.url, lookMs: 30, beatMs: 100 });
});
afterEach(async () => {
  proxy.line = 'pass';
  await proxy.close();
  await database.close();
});

const openTransactions = async (): Promise<number> => {
  const { rows } = await outside.query<{ n: number }>(
    `SELECT count(*)::int AS n FROM pg_stat_activity WHERE datname = current_database() AND xact_start IS NOT NULL
       AND pid <> pg_backend_pid()`,
  );
  return rows[0]?.n ?? 0;
};

async function* slowRows(swallow: () => void): AsyncIterable<readonly [string, Buffer, Buffer]> {
  yield [randomUUID(), Buffer.alloc(1), Buffer.alloc(300_000)];
  await pause(0);
  swallow();
  yield [randomUUID(), Buffer.alloc(1), Buffer.alloc(300_000)];
}

type Doing = (tx: Transaction, swallow: () => void) => Promise<unknown>;
const SETS = { table: 'node_sets', columns: { cluster_id: 'uuid', digest: 'bytea', body: 'bytea' } } as const;

/** What a transaction may be at when its line dies. */
const DOING: readonly (readonly [string, Doing])[] = [
  [
    'reads',
    (tx, swallow) => {
      swallow();
      return tx.query('SELECT 1');
    },
  ],
  [
    'asks Prisma',
    (tx, swallow) => {
      swallow();
      return tx.prisma.cluster.findMany();
    },
  ],
  [
    'sends several at once',
    (tx, swallow) => {
      swallow();
      return tx.together(
        () => tx.query('SELECT 1'),
        () => tx.query('SELECT 2'),
      );
    },
  ],
  [
    'commits with the last of them',
    (tx, swallow) => {
      swallow();
      return tx.conclude(() => tx.query('SELECT 1'));
    },
  ],
  [
    'commits',
    (_, swallow) => {
      swallow();
      return Promise.resolve();
    },
  ],
  ['copies', (tx, swallow) => tx.copyIn(SETS, slowRows(swallow))],
  [
    'fetches from a cursor',
    async (tx, swallow) => {
      for await (const _ of tx.stream('SELECT n FROM generate_series(1, 1000) AS n', [], 100)) swallow();
    },
  ],
  [
    'gives up',
    (tx, swallow) => {
      tx.abandon();
      swallow();
      return Promise.resolve();
    },
  ],
];

describe.each(['swallow', 'swallow-to-server', 'swallow-to-client'] as const)('on a line that would %s', (line) => {
  test.each(DOING)('a transaction that %s fails as an outage, and is open on neither side', async (_, doing) => {
    const swallow = (): void => {
      proxy.line = line;
      // What is made new works: the server can be asked.
      setTimeout(() => {
        proxy.line = 'pass';
      }, 10);
    };
    const failure = await database
      .transaction(CALLER, async (tx) => {
        await tx.query('SELECT pg_advisory_xact_lock(77)');
        await doing(tx, swallow);
      })
      .catch((error: unknown) => error);
    // The answer may have been under way already.
    if (failure !== undefined) expect([isConnectionLost(failure), failure]).toEqual([true, failure]);
    while ((await openTransactions()) > 0) await pause(5);
    expect(await database.transaction(CALLER, (tx) => tx.query('SELECT 1 AS one'))).toEqual([{ one: 1 }]);
  });
});

const sessions = async (name: string): Promise<number[]> => {
  const { rows } = await outside.query<{ pid: number }>(
    'SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND application_name = $1',
    [name],
  );
  return rows.map(({ pid }) => pid);
};

test('what takes long is waited for: a statement, a lock, rows that come late', async () => {
  await outside.query('BEGIN; SELECT pg_advisory_xact_lock(78)');
  const late = async function* () {
    yield [randomUUID(), Buffer.alloc(1), Buffer.alloc(300_000)] as const;
    await pause(1_000);
    yield [randomUUID(), Buffer.alloc(1), Buffer.alloc(1)] as const;
  };
  const all = Promise.all([
    database.transaction(CALLER, (tx) => tx.query('SELECT pg_sleep(1)')),
    database.transaction(CALLER, (tx) => tx.query('SELECT pg_advisory_xact_lock(78)')),
    database.transaction(CALLER, (tx) => tx.copyIn(SETS, late())),
    database.transaction(CALLER, () => pause(1_000)),
  ]);
  await pause(1_000);
  await outside.query('COMMIT');
  expect((await all)[2]).toBe(2);
});

test('where nothing gets through, work fails, and its transactions end when the server can be reached', async () => {
  let begun = 0;
  const failures = await Promise.all(
    [1, 2, 3, 4, 5].map((lock) =>
      database
        .transaction(CALLER, async (tx) => {
          await tx.query('SELECT pg_advisory_xact_lock($1)', [lock]);
          begun++;
          while (begun < 5) await pause(1);
          proxy.line = 'swallow';
          return tx.query('SELECT 1');
        })
        .catch(isConnectionLost),
    ),
  );
  expect(failures).toEqual([true, true, true, true, true]);
  proxy.line = 'pass';
  while ((await openTransactions()) > 0) await pause(5);
  expect(await database.transaction(CALLER, (tx) => tx.query('SELECT 1 AS one'))).toEqual([{ one: 1 }]);
});

test('where one connection is found dead, the idle ones are not relied on', async () => {
  let arrived = 0;
  const pids = async (): Promise<readonly unknown[]> =>
    Promise.all(
      [1, 2, 3].map(() =>
        database.transaction(CALLER, async (tx) => {
          arrived++;
          while (arrived % 3 !== 0) await pause(1);
          return (await tx.query<{ pid: number }>('SELECT pg_backend_pid() AS pid'))[0]?.pid;
        }),
      ),
    );
  const before = await pids();
  await database
    .transaction(CALLER, (tx) => {
      proxy.line = 'swallow';
      return tx.query('SELECT 1');
    })
    .catch(isConnectionLost);
  proxy.line = 'pass';
  const after = await pids();
  expect(after.filter((pid) => before.includes(pid))).toEqual([]);
});

test('a ping tells within seconds what is the case, whatever the connections of the pool are at', async () => {
  const busy = new Database({ url: proxy.url, poolSize: 1 });
  const holding = busy.transaction(CALLER, (tx) => tx.query('SELECT pg_sleep(4)'));
  await busy.ping();
  proxy.line = 'hold';
  await expect(busy.ping()).rejects.toThrow('Query read timeout');
  proxy.line = 'pass';
  await busy.ping();
  await proxy.refuse();
  proxy.cut();
  await expect(busy.ping()).rejects.toThrow();
  await expect(holding).rejects.toThrow();
  await proxy.accept();
  await busy.ping();
  await busy.close();
});

test('a lease on a dead line is taken again, and nothing holds it twice', async () => {
  const lease = new Lease(proxy.url, randomUUID(), 200);
  await lease.acquire();
  const before = await sessions('berth-lease');
  proxy.line = 'swallow';
  // What is made while the line swallows is dead too.
  await pause(300);
  proxy.line = 'pass';
  for (let [now, isFree] = [before, true]; isFree || now.length !== 1 || now[0] === before[0]; await pause(5)) {
    now = await sessions('berth-lease');
    const { rows } = await outside.query<{ free: boolean }>(`SELECT ${LEASE_IS_FREE} AS free`, [lease.holder]);
    isFree = rows[0]?.free === true;
  }
  await lease.release();
});

test('notifications come again after the line was dead', async () => {
  const heard: string[] = [];
  const stop = database.notifications.listen((topic) => heard.push(topic));
  while ((await sessions('berth-listener')).length === 0) await pause(5);
  proxy.line = 'swallow';
  await pause(150);
  proxy.line = 'pass';
  while (!heard.includes('topic')) {
    await outside.query("SELECT pg_notify('berth', 'topic payload')");
    await pause(5);
  }
  stop();
});
