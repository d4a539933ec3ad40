import { existsSync, mkdtempSync, readdirSync, readlinkSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { BerthClient } from '#client';
import { startEmbeddedPostgres, type EmbeddedPostgres } from '#database';
import pg from 'pg';
import { createCluster, runsOf } from './made-cluster.js';
import { MixedRequests } from './mixed-requests.js';
import { NetworkProxy, type Line } from './network-proxy.js';
import { seed, shareOf } from './random-moments.js';
import { databasePid, databaseUrl, ServiceProcess } from './service-process.js';
import { violationsOf } from './violations-of.js';

/** A dead connection is noticed within this, and its work answered. */
const NOTICED_MS = 30_000;
const POLL_MS = 50;

let dataDir: string;
let service: ServiceProcess;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'berth-outages-'));
  process.stdout.write(`seed ${seed}\n`);
});
afterEach(async () => {
  const code = await service.end('SIGTERM');
  rmSync(dataDir, { recursive: true, force: true });
  expect(code).toBe(0);
});

async function isReady(): Promise<boolean> {
  return (await fetch(`${service.url}/readyz`).catch(() => undefined))?.status === 200;
}

/** Resolves to the milliseconds that it took. */
async function until(claim: () => Promise<boolean> | boolean): Promise<number> {
  const since = performance.now();
  while (!(await claim())) await pause(POLL_MS);
  return Math.round(performance.now() - since);
}

/** Ids of every process of the server whose data is in `cluster`; only Linux tells. */
function processesOn(cluster: string): number[] {
  const isOn = (pid: number): boolean => {
    try {
      return readlinkSync(`/proc/${pid}/cwd`) === cluster;
    } catch {
      return false;
    }
  };
  const pids = existsSync('/proc') ? readdirSync('/proc').map(Number) : [];
  return pids.filter((pid) => pid > 0 && isOn(pid));
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended by itself.
  }
}

async function expectWhole(url: string, client: BerthClient, cluster: string): Promise<void> {
  await until(async () => (await runsOf(client, cluster)).every(({ state }) => state !== 'running'));
  expect(await violationsOf(url, cluster)).toEqual([]);
}

test('processes of the embedded server are killed, one, some and all: no answer is unexplained', async () => {
  service = await ServiceProcess.start({ BERTH_DATA_DIR: dataDir });
  const client = new BerthClient({ url: service.url });
  const cluster = await createCluster(client, 'killed');
  const requests = new MixedRequests(service.url, cluster);
  requests.start(14);
  const recoveries: number[] = [];
  for (let round = 0; round < 30; round++) {
    await pause(300 + 700 * shareOf(round));
    const first = databasePid(dataDir);
    const others = processesOn(join(dataDir, 'postgres', 'data')).filter((pid) => pid !== first);
    const one = others[Math.floor(others.length * shareOf(round + 1_000))] ?? first;
    // In the third case the server is killed again while it recovers.
    const victims = [[one], [first], [first], [first, ...others]][round % 4] ?? [];
    for (const pid of victims) kill(pid);
    if (round % 4 === 2) {
      await until(() => existsSync(join(dataDir, 'postgres', 'data', 'postmaster.pid')));
      await pause(200 * shareOf(round + 2_000));
      for (const pid of processesOn(join(dataDir, 'postgres', 'data'))) kill(pid);
    }
    await pause(100);
    recoveries.push(await until(isReady));
  }
  await requests.stop();
  process.stdout.write(`ready again after ${recoveries.sort((a, b) => a - b).join(', ')} ms\n`);
  process.stdout.write(`answers ${JSON.stringify([...requests.statuses])}\n`);
  expect(requests.faults).toEqual([]);
  await expectWhole(databaseUrl(dataDir), client, cluster);
});

describe('a network that loses what it acknowledges', () => {
  let server: EmbeddedPostgres;
  let proxy: NetworkProxy;
  beforeEach(async () => {
    server = await startEmbeddedPostgres({ dataDir: join(dataDir, 'elsewhere'), durable: false });
    proxy = await NetworkProxy.open(server.url);
    service = await ServiceProcess.start({ BERTH_DATA_DIR: dataDir, DATABASE_URL: proxy.url });
  });
  afterEach(async () => {
    await proxy.close();
    await service.end('SIGTERM');
    await server.stop();
  });

  test.each<readonly [Line, number]>([
    ['swallow', 40_000],
    ['swallow', 3_000],
    ['swallow-to-client', 3_000],
    ['swallow-to-server', 3_000],
    ['hold', 40_000],
  ])('%s for %i ms: work is answered, transactions end on both sides, and all goes on', async (line, downMs) => {
    const client = new BerthClient({ url: service.url });
    const cluster = await createCluster(client, 'beyond');
    const requests = new MixedRequests(service.url, cluster);
    requests.start(14);
    await pause(1_500);
    proxy.line = line;
    const since = performance.now();
    const unreadyMs = downMs < 10_000 ? undefined : await until(async () => !(await isReady()));
    await pause(downMs - (performance.now() - since));
    proxy.line = 'pass';
    const readyMs = await until(isReady);
    await pause(NOTICED_MS);
    await requests.stop();
    process.stdout.write(
      `${line} ${downMs} ms: unready after ${unreadyMs ?? '-'} ms, ready after ${readyMs} ms, slowest answer ` +
        `${Math.round(requests.slowestMs)} ms, answers ${JSON.stringify([...requests.statuses])}\n`,
    );
    const outside = new pg.Client({ connectionString: server.url });
    await outside.connect();
    await until(async () => {
      const { rowCount } = await outside.query(
        `SELECT FROM pg_stat_activity WHERE application_name = 'berth'
             AND xact_start < clock_timestamp() - interval '5 seconds'`,
      );
      return rowCount === 0;
    });
    await outside.end();
    expect(requests.faults).toEqual([]);
    // A connection is waited for as well, and a dead one may be got after that.
    expect(requests.slowestMs).toBeLessThan(2 * NOTICED_MS);
    await expectWhole(server.url, client, cluster);
  });
});
