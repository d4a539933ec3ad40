import { setTimeout } from 'node:timers/promises';
import { ClusterService } from '#cluster';
import { CapacityService } from '#history';
import { PendingService } from '#questions';
import type { Type } from '@nestjs/common';
import { Registry } from 'prom-client';
import { ClusterGauges, ClusterMetrics } from '../../apps/api/src/resources/metrics/index.js';
import { node, pod, TestApi } from './test-api.js';

let api: TestApi;
let cluster: string;
beforeAll(async () => {
  api = await TestApi.start();
  cluster = await api.cluster(node('a'), pod('fits'), pod('big', '4'));
  await api.post(`/v1/clusters/${cluster}/runs`).expect(201);
  await api.get('/v1/clusters/nobody').expect(404);
  const query = (text: string): Promise<unknown> => api.post('/graphql').send({ query: text });
  await query(`{ cluster(name: "${cluster}") { name } }`);
  await query('{ nothing }');
});
afterAll(() => api.stop());

async function metrics(): Promise<string> {
  const { text, headers } = await api.get('/metrics').expect(200);
  expect(headers['content-type']).toBe('text/plain; version=0.0.4; charset=utf-8');
  return text;
}

test('requests by operation, status and code, on every face', async () => {
  const lines = (await metrics()).split('\n');
  expect(lines).toContain('berth_requests_total{operation="schedule",status="201",code=""} 1');
  expect(lines).toContain('berth_requests_total{operation="getCluster",status="404",code="CLUSTER_NOT_FOUND"} 1');
  expect(lines).toContain('berth_requests_total{operation="Query.cluster",status="200",code=""} 1');
  expect(lines).toContainEqual(
    expect.stringMatching(/^berth_requests_total\{operation="none",status="[24]00",code="\w+"\} 1$/),
  );
  expect(lines).toContain('berth_request_duration_seconds_count{operation="schedule"} 1');
});

test('runs by phase, decisions by outcome', async () => {
  const lines = (await metrics()).split('\n');
  expect(lines).toContain('berth_runs_total{state="complete",dry_run="false"} 1');
  expect(lines).toContain('berth_decisions_total{outcome="scheduled",dry_run="false"} 1');
  expect(lines).toContain('berth_decisions_total{outcome="unschedulable",dry_run="false"} 1');
  for (const phase of ['read', 'decide', 'write', 'total'])
    expect(lines).toContain(`berth_run_phase_duration_seconds_count{phase="${phase}"} 1`);
});

test('how far behind the followers of the log are', async () => {
  expect(await metrics()).toMatch(/^berth_unsigned_revisions 2$/m);
  expect(await metrics()).toMatch(/^berth_unindexed_decisions 2$/m);
  await api.post(`/v1/clusters/${cluster}/checkpoints`).expect(201);
  expect(await metrics()).toMatch(/^berth_unsigned_revisions 0$/m);
  expect(await metrics()).toMatch(/^berth_unsigned_age_seconds 0$/m);
});

test('what each thread takes', async () => {
  let text = await metrics();
  for (; !text.includes('berth_warm_clusters_bytes{thread="0"}'); text = await metrics()) await setTimeout(100);
  const value = (name: string): number => Number(new RegExp(`^${name} (.*)$`, 'm').exec(text)?.[1]);
  expect(value('berth_warm_clusters_bytes\\{thread="0"\\}')).toBeGreaterThan(0);
  expect(value('berth_thread_heap_bytes\\{thread="0"\\}')).toBeGreaterThan(1e6);
  expect(value('berth_database_connections\\{thread="main",state="idle"\\}')).toBeGreaterThan(0);
});

test('no label is an id or a name, and every metric says what it is', async () => {
  const text = await metrics();
  expect(text).not.toContain(cluster);
  const names = new Set([...text.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name));
  const described = new Set([...text.matchAll(/^# HELP (\S+) \S/gm)].map(([, name]) => name));
  expect([...names].filter((name) => !described.has(name))).toEqual([]);
  expect(names.size).toBeGreaterThan(20);
});

test('clusters that the operator names, and no others', async () => {
  const registry = new Registry();
  const services = { clusters: ClusterService, pending: PendingService, capacity: CapacityService };
  const [clusters, pending, capacity] = Object.values(services).map((service) => api.app.get(service as Type));
  const sources = { clusters, pending, capacity } as Omit<ClusterMetrics, 'names'>;
  await api.cluster(node('b'));
  const gauges = new ClusterGauges(new ClusterMetrics({ ...sources, names: [cluster, 'gone'] }), registry);
  for (let times = 0; times < 2; times++) await gauges.update();
  const { body } = await api.get(`/v1/clusters/${cluster}`).expect(200);
  const of = `cluster="${body.name}"`;
  const lines = (await registry.metrics()).split('\n');
  for (const line of [
    `pods{${of},state="bound"} 1`,
    `pods{${of},state="unschedulable"} 1`,
    `pods{${of},state="gated"} 0`,
    `pending_pods{${of},plugin="NodeResourcesFit",reason="Insufficient cpu"} 1`,
    `nodes{${of}} 1`,
    `requested{${of},resource="cpu"} 1`,
  ])
    expect(lines).toContain(`berth_cluster_${line}`);
  expect(lines).toContainEqual(expect.stringMatching(/^berth_cluster_allocatable\{.*,resource="cpu"\} [1-9]/));
  expect(lines.filter((line) => line.includes('cluster="') && !line.includes(of))).toEqual([]);
});

test('what counts up ends in _total, and nothing else does', async () => {
  const types = [...(await metrics()).matchAll(/^# TYPE (\S+) (\S+)$/gm)];
  expect(types.filter(([, name = '', type]) => (type === 'counter') !== name.endsWith('_total'))).toEqual([]);
});

test('they are there while the database is not', async () => {
  const away = await TestApi.startWithoutDatabase();
  const { text } = await away.get('/metrics').expect(200);
  await away.stop();
  expect(text).toContain('berth_requests_total');
  expect(text).not.toMatch(/^berth_unsigned_revisions [1-9]/m);
});
