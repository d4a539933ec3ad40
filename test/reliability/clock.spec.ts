import { Database, type ClockNotice } from '#database';
import { LogService } from '#history';
import { PastClusters } from '#state';
import { ArchiveFolder, RetentionService } from '#integrity';
import { ReplayService } from '#scheduling';
import { createTestDatabase } from '#test-database';
import { lockHead } from '#writes';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CALLER, kindNamed, manifest, node, pod, scheduleAll, TestServices, valueOf } from '../services/index.js';
import { createDatabaseClock, type DatabaseClock } from '../setup/database-clock.js';

const HOUR = 3_600_000;
const YEAR = 365.25 * 24 * HOUR;

let services: TestServices;
let clock: DatabaseClock;
beforeEach(async () => {
  const database = await createTestDatabase();
  clock = await createDatabaseClock(database.url);
  services = await TestServices.create(database);
});
afterEach(() => services.drop());

let round = 0;
/** Everything that writes into the log of a cluster: imports, single objects, runs of both kinds, checkpoints. */
async function live(cluster: string): Promise<void> {
  const name = `r${++round}`;
  valueOf(await services.import(cluster, [node(name), pod(`${name}-a`, { cpu: '100m' })]));
  valueOf(await services.scheduling.schedule(CALLER, scheduleAll(cluster), { wait: true }));
  valueOf(await services.import(cluster, [pod(`${name}-b`, { cpu: '100m' })]));
  const run = valueOf(await services.scheduling.schedule(CALLER, scheduleAll(cluster), { wait: false }));
  await services.scheduling.ended(run.id);
  expect(valueOf(await services.scheduling.get(CALLER, { cluster }, run.id)).state).toBe('complete');
  valueOf(await services.scheduling.schedule(CALLER, { ...scheduleAll(cluster), dryRun: true }, { wait: true }));
  valueOf(await services.checkpoints.at(CALLER, cluster));
}

const timesOf = async (cluster: string): Promise<string[]> => {
  const rows = await services.rows<{ at: Date }>('SELECT at FROM revisions WHERE cluster_id = $1 ORDER BY revision', [
    cluster,
  ]);
  return rows.map(({ at }) => at.toISOString());
};

const replayed = async (cluster: string): Promise<unknown> =>
  valueOf(
    await new ReplayService(services.database, { clusters: new PastClusters() }).replay(CALLER, {
      cluster,
      selection: {},
    }),
  );

test.each([
  ['a month', 31 * 24 * HOUR],
  ['years', 10 * YEAR],
])('a clock that jumps %s ahead finds room, for several processes at once, and history holds', async (_, offset) => {
  const cluster = await services.clusterOf(node('a'));
  await live(cluster);
  await clock.set(offset);
  const other = services.anotherProcess();
  try {
    const created = await Promise.all(
      [services.clusters, other.clusters, services.clusters].map((clusters, index) =>
        clusters.create(CALLER, { name: `then-${index}` }),
      ),
    );
    await Promise.all(created.map((one) => services.import(valueOf(one).id, [node('a'), pod('p')]).then(valueOf)));
  } finally {
    await other.close();
  }
  await live(cluster);
  const fork = valueOf(await services.forks.fork(CALLER, { cluster, name: 'forked', at: 'revision:2' })).id;
  await live(fork);
  for (const one of [cluster, fork]) expect(await services.violations(one)).toEqual([]);
  expect(Date.parse((await timesOf(cluster)).at(-1) ?? '')).toBeGreaterThan(Date.now() + offset - HOUR);
});

test('a clock that is put back, before all that is: times do not fall, and history is found by time', async () => {
  const cluster = await services.clusterOf(node('a'));
  await live(cluster);
  const before = await timesOf(cluster);
  await clock.set(-2 * YEAR);
  await live(cluster);
  const times = await timesOf(cluster);
  expect(times.slice(0, before.length)).toEqual(before);
  expect(times).toEqual([...times].sort());
  const last = times.at(-1) ?? '';
  const then = valueOf(await services.clusters.get(CALLER, { cluster, at: last }));
  expect(then).toMatchObject({ revision: String(times.length) });
  const [decision] = valueOf(
    await services.decisions.list(CALLER, { cluster }, { filter: { since: new Date(last) }, pageSize: 9 }),
  ).items;
  expect(decision).toMatchObject({ at: last });
  const log = new LogService(services.database);
  const page = valueOf(await log.revisions(CALLER, cluster, { filter: { since: new Date(last) }, pageSize: 9 }));
  expect(page.items.length).toBeGreaterThan(0);
  const fork = valueOf(await services.forks.fork(CALLER, { cluster, name: 'forked' })).id;
  await live(fork);
  expect((await timesOf(fork))[0]).toBe(last);
  const fresh = await services.clusterOf(node('a'));
  await live(fresh);
  expect(Date.parse((await timesOf(fresh))[0] ?? '')).toBeLessThan(Date.now() - YEAR);
  for (const one of [cluster, fork, fresh]) expect(await services.violations(one)).toEqual([]);
  expect(await replayed(cluster)).toMatchObject({ decisions: 4, identical: 4 });
});

test('archives are made of months behind a jump and before it, and a clock before them finds room again', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'archives-'));
  try {
    const retention = new RetentionService(services.database, {
      folder: new ArchiveFolder(folder),
      key: services.signingKey.verifier,
      checkpointer: services.checkpoints.checkpointer,
      keep: { count: 30, unit: 'days' },
    });
    await retention.makeRoom(CALLER);
    const cluster = await services.clusterOf(node('a'));
    await live(cluster);
    await clock.set(3 * YEAR);
    await live(cluster);
    await retention.makeRoom(CALLER);
    const first = valueOf(await retention.archive(CALLER));
    expect(first.archives).toHaveLength(1);
    expect(await services.violations(cluster)).toEqual([]);
    await clock.set(0);
    await live(cluster);
    const fresh = await services.clusterOf(node('a'));
    await live(fresh);
    await clock.set(3 * YEAR + 90 * 24 * HOUR);
    await live(cluster);
    const { archives } = valueOf(await retention.archive(CALLER));
    expect(archives.map((one) => one.cluster).sort()).toEqual([cluster, fresh].sort());
    for (const one of [cluster, fresh]) {
      expect(await services.violations(one)).toEqual([]);
      expect(await timesOf(one)).not.toEqual([]);
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('room is made while runs, imports and archiving are under way, once however many need it', async () => {
  const clusters = await Promise.all(Array.from({ length: 6 }, () => services.clusterOf(node('a'))));
  const until = performance.now() + 2_000;
  let months = 0;
  const turning = (async (): Promise<void> => {
    while (performance.now() < until) await clock.set(++months * 31 * 24 * HOUR);
  })();
  await Promise.all(
    clusters.map(async (cluster, index) => {
      for (let pods = 0; performance.now() < until; pods++) {
        valueOf(await services.import(cluster, [pod(`p${index}-${pods}`, { cpu: '1m' })]));
        valueOf(await services.scheduling.schedule(CALLER, scheduleAll(cluster), { wait: true }));
      }
    }),
  );
  await turning;
  expect(months).toBeGreaterThan(3);
  for (const cluster of clusters) expect(await services.violations(cluster)).toEqual([]);
  const [doubled] = await services.rows<{ n: number }>(
    'SELECT count(*)::int AS n FROM (SELECT lower_bound FROM berth_partitions() GROUP BY 1 HAVING count(*) <> 5) d',
  );
  expect(doubled?.n).toBe(0);
});

test('a clock that is put back is reported, once, and a log that is ahead of it', async () => {
  const notices: ClockNotice[] = [];
  const database = new Database({ url: services.url, onClock: (notice) => notices.push(notice) });
  try {
    const cluster = await services.clusterOf(node('a'));
    const write = () => services.import(cluster, [pod(`p${++round}`)]).then(valueOf);
    const look = () => database.transaction(CALLER, (tx) => lockHead(tx, cluster));
    for (let time = 0; time < 3; time++) await look();
    expect(notices).toEqual([]);
    await clock.set(-HOUR);
    await write();
    for (let time = 0; time < 3; time++) await look();
    expect(notices.map(({ what, seconds }) => [what, Math.round(seconds / 10) * 10])).toEqual([
      ['back', 3_600],
      ['apart', 3_600],
      ['behind', 3_600],
    ]);
  } finally {
    await database.close();
  }
});

test('a key that was used is kept a day by the clock, wherever the log of the cluster stands', async () => {
  const cluster = await services.clusterOf(node('a'));
  await clock.set(YEAR);
  valueOf(await services.import(cluster, [pod('p')]));
  await clock.set(0);
  const collection = { cluster, kind: kindNamed('Pod'), namespace: 'default' };
  const idempotency = { key: 'k', operation: 'createObject', request: 'q' };
  const create = () => services.objects.create(CALLER, collection, manifest(pod('q')), { idempotency });
  expect((await create()).refused).toBe(false);
  expect((await create()).refused).toBe(false);
  const [key] = await services.rows<{ hours: number }>(
    `SELECT round(extract(epoch FROM expires_at - pg_catalog.now()) / 3600)::int AS hours FROM idempotency_keys
     WHERE key = 'k'`,
  );
  expect(key?.hours).toBe(24);
});

test('a history whose times fell, before heads knew the last one, is none that was tampered with', async () => {
  const cluster = await services.clusterOf(node('a'));
  await clock.set(HOUR);
  await live(cluster);
  await clock.set(0);
  await services.rows("UPDATE cluster_heads SET at = at - interval '1 hour' WHERE cluster_id = $1", [cluster]);
  await live(cluster);
  const times = await timesOf(cluster);
  expect(times).not.toEqual([...times].sort());
  expect(await services.violations(cluster)).toEqual([]);
  expect(await replayed(cluster)).toMatchObject({ decisions: 4, identical: 4 });
  await services.rows("UPDATE cluster_heads SET at = at + interval '1 ms' WHERE cluster_id = $1", [cluster]);
  expect(await services.violations(cluster)).toMatchObject([{ table: 'cluster_heads' }]);
});
