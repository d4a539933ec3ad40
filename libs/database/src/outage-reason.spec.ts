import { createTestDatabase, type TestDatabase } from '#test-database';
import pg from 'pg';
import { isConnectionLost, outageKind, outageReason } from './outage-reason.js';
import { Database } from './transaction/database.js';

const CALLER = {
  team: '00000000-0000-7000-8000-000000000001',
  roles: [],
  actor: 'ann',
  principal: 'test',
  requestId: 'r',
  client: 'spec',
  reason: '',
};

const withCode = (code: string, more: object = {}): Error =>
  Object.assign(new Error('what the server said'), { code, severity: 'FATAL', ...more });
const ofPrisma = (cause: object, more: object = {}): Error =>
  Object.assign(new Error('Invalid invocation'), {
    name: 'PrismaClientKnownRequestError',
    meta: { driverAdapterError: Object.assign(new Error('kind'), { name: 'DriverAdapterError', cause }) },
    ...more,
  });

test.each<readonly [string, unknown, RegExp]>([
  ['the server is shut down', withCode('57P01'), /shut down/],
  ['a process of it crashes', withCode('57P02'), /crashed/],
  ['it recovers, or starts up', withCode('57P03'), /starting up, recovering/],
  ['the database is dropped', withCode('57P04'), /dropped/],
  ['it has too many connections', withCode('53300'), /max_connections/],
  ['it has no room', withCode('53100'), /disk of the server is full/],
  ['it has no memory', withCode('53200'), /out of memory/],
  ['its disk fails', withCode('58030'), /cannot read or write its disk/],
  ['it takes no writes', withCode('25006'), /takes no writes/],
  ['the password was changed', withCode('28P01'), /password/],
  ['the user was removed', withCode('28000'), /user/],
  ['the database does not exist', withCode('3D000'), /does not exist/],
  ['the protocol is broken off', withCode('08006'), /connection was lost/],
  ['a statement takes too long', withCode('57014'), /took too long/],
  [
    'an administrator cancels one',
    Object.assign(new Error('canceling statement due to user request'), { code: '57014' }),
    /administrator.* cancelled/,
  ],
  ['a lock is held for too long', withCode('55P03'), /held a lock/],
  ['transactions wait for each other', withCode('40P01'), /waited for each other/],
  ['transactions are in conflict', withCode('40001'), /in conflict/],
  ['a transaction was left idle', withCode('25P03'), /idle/],
  ['a session was left idle', withCode('57P05'), /idle/],
  ['nothing listens', withCode('ECONNREFUSED', { syscall: 'connect' }), /does not answer/],
  ['the network is down', withCode('ENETUNREACH'), /does not answer/],
  ['the name is not known now', withCode('EAI_AGAIN'), /does not answer/],
  ['several addresses do not listen', Object.assign(new AggregateError([]), { code: 'ECONNREFUSED' }), /not answer/],
  ['the connection ends', new Error('Connection terminated unexpectedly'), /does not answer/],
  ['a connection takes too long', new Error('Connection terminated due to connection timeout'), /does not answer/],
  ['the pool is waited for too long', new Error('timeout exceeded when trying to connect'), /does not answer/],
  ['a client takes too long', new Error('timeout expired'), /does not answer/],
  ['a probe takes too long', new Error('Query read timeout'), /does not answer/],
  [
    'the connection has ended',
    new Error('Client has encountered a connection error and is not queryable'),
    /does not answer/,
  ],
  ['the connection was closed', new Error('Client was closed and is not queryable'), /does not answer/],
  ['Prisma cannot reach it', withCode('P1001'), /does not answer/],
  ['Prisma finds the connection closed', withCode('P1017'), /does not answer/],
  ['the adapter finds it closed', ofPrisma({ kind: 'ConnectionClosed' }), /does not answer/],
  ['the adapter cannot reach it', ofPrisma({ kind: 'DatabaseNotReachable' }), /does not answer/],
  ['the adapter hears the code', ofPrisma({ kind: 'postgres', originalCode: '57P01' }), /shut down/],
])('where %s, that is the reason', (_, error, reason) => {
  expect(outageReason(error)).toMatch(reason);
});

test.each<readonly [string, unknown]>([
  ['damaged data', withCode('XX001')],
  ['a damaged index', withCode('XX002')],
  ['a bug of the server', withCode('XX000')],
  ['a bug in SQL', withCode('42601')],
  ['a constraint', withCode('23505')],
  ['a privilege that lacks', withCode('42501')],
  ['a failed statement that was passed over', withCode('25P02')],
  ['a bug', new TypeError('undefined is not a function')],
  ["somebody else's cause", new Error('no', { cause: withCode('EPIPE') })],
  ['nothing', undefined],
  ['a text', 'Connection terminated'],
])('%s is no outage', (_, error) => {
  expect(outageReason(error)).toBeUndefined();
});

const CANCEL = `SELECT pg_cancel_backend(pid) FROM pg_stat_activity
  WHERE state = 'active' AND query = $1 AND datname = current_database()`;

describe('of a server', () => {
  let home: TestDatabase;
  let outside: pg.Client;
  let database: Database;
  beforeAll(async () => {
    home = await createTestDatabase();
    outside = new pg.Client({ connectionString: home.url });
    await outside.connect();
    database = new Database({ url: home.url });
  });
  afterAll(async () => {
    await database.close();
    await outside.end();
    await home.drop();
  });

  const failureAt = (doing: (tx: Parameters<Parameters<Database['transaction']>[1]>[0]) => Promise<unknown>) =>
    database
      .transaction(CALLER, async (tx) => {
        const [row] = await tx.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
        await outside.query('SELECT pg_terminate_backend($1, 5000)', [row?.pid]);
        await doing(tx);
      })
      .catch((error: unknown) => error);

  test.each<readonly [string, Parameters<typeof failureAt>[0]]>([
    ['a statement', (tx) => tx.query('SELECT 1')],
    ['Prisma', (tx) => tx.prisma.cluster.findMany()],
    ['a nested write of Prisma', (tx) => tx.prisma.cluster.deleteMany({ where: { name: 'x' } })],
    ['a commit', () => Promise.resolve()],
    ['an end without keeping', (tx) => Promise.resolve(tx.abandon())],
    [
      'several at once',
      (tx) =>
        tx.together(
          () => tx.query('SELECT 1'),
          () => tx.prisma.cluster.findMany(),
        ),
    ],
    ['the last ones', (tx) => tx.conclude(() => tx.query('SELECT 1'))],
    ['what passes a failure over', (tx) => tx.query('SELECT 1').catch(() => undefined)],
    ['what fails of it in its own words', (tx) => tx.query('SELECT 1').catch(() => Promise.reject(new Error('odd')))],
  ])('a process that is gone is an outage to %s', async (_, doing) => {
    const failure = await failureAt(doing);
    expect([isConnectionLost(failure), failure]).toEqual([true, failure]);
  });

  test('a statement that is cancelled, one that times out and one that waits for a lock differ', async () => {
    const impatient = new Database({ url: home.url, lockTimeoutMs: 20, statementTimeouts: { short: 100, heavy: 0 } });
    const sleep = "SELECT pg_sleep(600), 'asleep'";
    const kindOf = (work: Promise<unknown>) => work.then(() => undefined, outageKind);
    const cancelled = kindOf(database.transaction(CALLER, (tx) => tx.query(sleep)));
    for (let count = 0; count === 0;) count = (await outside.query(CANCEL, [sleep])).rowCount ?? 0;
    await outside.query('BEGIN; LOCK TABLE clusters');
    const kinds = [
      await cancelled,
      await kindOf(impatient.transaction(CALLER, (tx) => tx.query('SELECT FROM clusters'))),
      await kindOf(impatient.transaction(CALLER, (tx) => tx.prisma.cluster.count())),
      await kindOf(impatient.transaction(CALLER, (tx) => tx.query(sleep))),
    ];
    await outside.query('ROLLBACK');
    await impatient.close();
    expect(kinds).toEqual(['cancelled', 'contention', 'contention', 'timeout']);
  });

  test('a server that takes no writes, no connection or no password says so to a ping', async () => {
    const name = new URL(home.url).pathname.slice(1);
    await outside.query(`ALTER DATABASE ${name} SET default_transaction_read_only = on`);
    const readOnly = new Database({ url: home.url });
    expect(outageReason(await readOnly.ping().catch((error: unknown) => error))).toMatch(/takes no writes/);
    await readOnly.close();
    await outside.query(`ALTER DATABASE ${name} SET default_transaction_read_only = off`);
    for (const [url, reason] of [
      [home.url.replace(name, 'nowhere'), /does not exist/],
      [home.url.replace(new URL(home.url).password, 'guess'), /password/],
      [home.url.replace(/:[0-9]+\//, ':1/'), /does not answer/],
    ] as const) {
      const wrong = new Database({ url });
      expect(outageReason(await wrong.ping().catch((error: unknown) => error))).toMatch(reason);
      await wrong.close();
    }
  });
});
