import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { node, pod, TestApi } from '../e2e/test-api.js';
import { MixedRequests } from './mixed-requests.js';
import { seed, shareOf } from './random-moments.js';

const ROUNDS = 20;

let api: TestApi;
beforeAll(async () => {
  api = await TestApi.start();
});
afterAll(() => api.stop());

test('connections that the server ends at any moment are outages to whoever asked, and to nobody else', async () => {
  const cluster = await api.cluster(node('n', { cpu: '64', memory: '64Gi', pods: '110' }), pod('p', '1m'));
  const requests = new MixedRequests(api.url, cluster);
  const outside = new pg.Client({ connectionString: api.database.url });
  await outside.connect();
  requests.start(14);
  for (let round = 0; round < ROUNDS; round++) {
    await pause(30 + 60 * shareOf(round));
    await outside.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database()
         AND pid <> pg_backend_pid() AND ($1 = 0 OR pid % 3 = $1 - 1)`,
      [round % 4],
    );
  }
  await requests.stop();
  await outside.end();
  const bugs = api.log.filter(({ level, outage }) => Number(level) >= 50 && outage === undefined);
  expect({ seed, faults: requests.faults, bugs }).toEqual({ seed, faults: [], bugs: [] });
  expect([requests.count(200) > 0, requests.count(503) > 0]).toEqual([true, true]);
  expect((await api.get(`/v1/clusters/${cluster}`)).status).toBe(200);
});
