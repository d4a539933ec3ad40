import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { node, pod, TestApi } from '../e2e/test-api.js';
import { runScript } from './running.js';

let api: TestApi;
let folder: string;
beforeAll(async () => {
  api = await TestApi.start();
  folder = mkdtempSync(join(tmpdir(), 'berth-report-'));
});
afterAll(async () => {
  await api.stop();
  rmSync(folder, { recursive: true });
});

function inPool(name: string, pool: string): object {
  const made = node(name) as { readonly metadata: object };
  return { ...made, metadata: { ...made.metadata, labels: { 'example.com/pool': pool } } };
}

function rowsOf(file: string): Record<string, string>[] {
  return parse(readFileSync(join(folder, file)), { columns: true });
}

test('pending pods by obstacle and namespace, and what is used of each pool', async () => {
  const cluster = await api.cluster(
    inPool('a', 'small'),
    inPool('b', 'small'),
    inPool('c', 'other'),
    pod('fits', '2'),
    pod('large', '8'),
    pod('larger', '16'),
    { ...pod('waits', '8'), metadata: { name: 'waits', namespace: 'shop' } },
  );
  await api.post(`/v1/clusters/${cluster}/runs`).expect(201);
  const ended = await runScript('weekly-report.sh', [cluster, 'example.com/pool'], {
    folder,
    url: api.url,
    key: api.key,
  });
  expect(ended).toEqual({ code: 0, out: './pending-pods.csv\n./utilization.csv\n', err: '' });
  expect(rowsOf('pending-pods.csv')).toMatchObject([
    { obstacleSet: 'NodeResourcesFit: Insufficient cpu', namespace: 'default', pods: '2' },
    { obstacleSet: 'NodeResourcesFit: Insufficient cpu', namespace: 'shop', pods: '1' },
  ]);
  const cpu = rowsOf('utilization.csv').filter(({ resource }) => resource === 'cpu');
  expect(cpu).toMatchObject([
    { 'label:example.com/pool': 'other', nodes: '1', ratio: '0' },
    { 'label:example.com/pool': 'small', nodes: '2', ratio: '0.5' },
  ]);
});

test('a cluster that is not there is no report', async () => {
  expect((await runScript('weekly-report.sh', ['none'], { folder, url: api.url, key: api.key })).code).not.toBe(0);
});
