import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync, chownSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runProgram } from '#test-programs';
import pg from 'pg';
import { startEmbeddedPostgres, type EmbeddedPostgres } from '../embedded/index.js';
import { migrate } from '../migrate/index.js';
import { CALLER } from '../testing/caller.js';
import { heavily, SYSTEM_ROLE } from '../transaction/caller.js';
import { Database } from '../transaction/database.js';
import { Standby, type StandbyNotice } from './standby.js';

const HEAVY = heavily(CALLER);

let folder: string;
let primary: EmbeddedPostgres;
let standby: EmbeddedPostgres;
let onStandby: pg.Client;
let database: Database;

/** The copy of a server that was shut down follows the server from there. */
async function startStandby(): Promise<EmbeddedPostgres> {
  const { port, password } = new URL(primary.url);
  const cluster = join(folder, 'standby', 'data');
  const signal = join(cluster, 'standby.signal');
  writeFileSync(signal, '');
  const { uid, gid } = statSync(cluster);
  chownSync(signal, uid, gid);
  const settings = { primary_conninfo: `host=127.0.0.1 port=${port} user=berth password=${password}` };
  return startEmbeddedPostgres({ dataDir: join(folder, 'standby'), durable: false, settings });
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'standby-'));
  const dataDir = join(folder, 'primary');
  const made = await startEmbeddedPostgres({ dataDir, durable: false });
  await migrate({ url: made.url });
  await made.stop();
  expect(runProgram('cp', ['-a', dataDir, join(folder, 'standby')]).status).toBe(0);
  primary = await startEmbeddedPostgres({ dataDir, durable: false, settings: { synchronous_commit: 'on' } });
  standby = await startStandby();
  onStandby = new pg.Client({ connectionString: standby.url });
  await onStandby.connect();
  database = new Database({ url: primary.url, poolSize: 2, standbyUrl: standby.url });
});

afterAll(async () => {
  await database.close();
  await onStandby.end();
  await Promise.all([standby.stop(), primary.stop()]);
  rmSync(folder, { recursive: true });
});

/** How many teams there are, and whether a standby says it. */
const counted = async (
  caller = HEAVY,
  readOnly = true,
  through = database,
): Promise<{ teams: number; standby: boolean }> =>
  through.transaction(
    caller,
    async (tx) => {
      const [row] = await tx.query<{ teams: number; standby: boolean }>(
        'SELECT count(*)::int AS teams, pg_is_in_recovery() AS standby FROM teams',
      );
      return row ?? { teams: 0, standby: false };
    },
    { readOnly },
  );

const addTeam = (name: string): Promise<number> =>
  database.transaction(HEAVY, (tx) =>
    tx.execute('INSERT INTO teams (id, name, created_at) VALUES (gen_random_uuid(), $1, $2)', [name, tx.at]),
  );

async function untilCurrent(state: Standby): Promise<void> {
  while (!(await state.isCurrent()));
}

test('reads of heavy work go to the standby; small ones, chores and writes to the server', async () => {
  while (!(await counted()).standby);
  expect(await counted(CALLER)).toMatchObject({ standby: false });
  expect(await counted({ ...CALLER, roles: [SYSTEM_ROLE] })).toMatchObject({ standby: false });
  expect(await counted(HEAVY, false)).toMatchObject({ standby: false });
});

test('a read sees what was committed before it, wherever it goes', async () => {
  const { teams } = await counted();
  for (let written = 1; written <= 20; written += 1) {
    await addTeam(`team-${written}`);
    expect((await counted()).teams).toBe(teams + written);
  }
});

test('while the standby is behind, reads go to the server, and to the standby again when it has all', async () => {
  const reported: StandbyNotice[] = [];
  const urls = { primary: primary.url, standby: standby.url };
  const state = new Standby(urls, (notice) => reported.push(notice), { restMs: 0 });
  await untilCurrent(state);
  await onStandby.query('SELECT pg_wal_replay_pause()');
  await addTeam('while-paused');
  const { teams } = await counted(HEAVY, false);
  expect(await state.isCurrent()).toBe(false);
  expect(await counted()).toEqual({ teams, standby: false });
  await onStandby.query('SELECT pg_wal_replay_resume()');
  await untilCurrent(state);
  await state.close();
  expect(reported).toEqual([]);
});

async function takesConnections(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url });
  return client.connect().then(
    () => client.end().then(() => true),
    () => false,
  );
}

test('a read for which the standby makes no connection goes to the server', async () => {
  const reported: StandbyNotice[] = [];
  const other = new Database({
    url: primary.url,
    poolSize: 2,
    standbyUrl: standby.url,
    onStandby: (notice) => reported.push(notice),
  });
  while (!(await counted(HEAVY, true, other)).standby);
  const rules = join(folder, 'standby', 'data', 'pg_hba.conf');
  const before = readFileSync(rules);
  writeFileSync(rules, 'host all all all reject\n');
  await onStandby.query('SELECT pg_reload_conf()');
  while (await takesConnections(standby.url));
  // The connection that the pool has is in use, so the second read needs a new one.
  const [held, meanwhile] = await other.transaction(
    HEAVY,
    async (tx) => {
      const [row] = await tx.query<{ standby: boolean }>('SELECT pg_is_in_recovery() AS standby');
      return [row?.standby, (await counted(HEAVY, true, other)).standby];
    },
    { readOnly: true },
  );
  writeFileSync(rules, before);
  await onStandby.query('SELECT pg_reload_conf()');
  await other.close();
  expect([held, meanwhile]).toEqual([true, false]);
  expect(reported).toEqual([{ usable: false, why: expect.stringContaining('it does not answer: ') }]);
});

test.each([
  ['the server itself', () => primary.url, 'it is no standby'],
  ['another database of it', () => standby.url.replace(/berth$/, 'postgres'), 'it is a standby of another database'],
  ['no server', () => 'postgresql://berth@127.0.0.1:1/berth', 'it does not answer: connect ECONNREFUSED 127.0.0.1:1'],
])('%s is not used', async (_, url, why) => {
  const reported: StandbyNotice[] = [];
  const state = new Standby({ primary: primary.url, standby: url() }, (notice) => reported.push(notice));
  expect([await state.isCurrent(), await state.isCurrent()]).toEqual([false, false]);
  await state.close();
  expect(reported).toEqual([{ usable: false, why }]);
});

test('a standby that was promoted is not used any more', async () => {
  await onStandby.query('SELECT pg_promote()');
  const reported: StandbyNotice[] = [];
  const state = new Standby({ primary: primary.url, standby: standby.url }, (notice) => reported.push(notice));
  expect(await state.isCurrent()).toBe(false);
  await state.close();
  expect(reported).toEqual([{ usable: false, why: 'it is no standby' }]);
});
