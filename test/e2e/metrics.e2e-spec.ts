import { readFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { ClusterService } from '#cluster';
import { CapacityService } from '#history';
import { PendingService } from '#questions';
import type { Type } from '@nestjs/common';
import { Registry } from 'prom-client';
import request from 'supertest';
import { parse } from 'yaml';
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
  const value = (name: string): number => Number(new RegExp(`^${name} (.*)$`, 'm').exec(text)?.[1]);
  // A thread reports when it starts, and has no cluster in memory then.
  for (; !(value('berth_warm_clusters_bytes\\{thread="0"\\}') > 0); text = await metrics()) await setTimeout(100);
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

/** The metrics of the clusters that an operator names. */
function gaugesOf(registry: Registry, ...names: string[]): ClusterGauges {
  const services = { clusters: ClusterService, pending: PendingService, capacity: CapacityService };
  const [clusters, pending, capacity] = Object.values(services).map((service) => api.app.get(service as Type));
  const sources = { clusters, pending, capacity } as Omit<ClusterMetrics, 'names'>;
  return new ClusterGauges(new ClusterMetrics({ ...sources, names }), registry);
}

test('clusters that the operator names, and no others', async () => {
  const registry = new Registry();
  await api.cluster(node('b'));
  const gauges = gaugesOf(registry, cluster, 'gone');
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
  expect(text).toMatch(/^berth_database_up 0$/m);
  expect(text).not.toMatch(/^berth_unsigned_revisions [1-9]/m);
});

/** The names of metrics in expressions of PromQL: of this service, and of what rules record. */
function namesIn(expressions: readonly string[]): Set<string> {
  const words = expressions.flatMap((expression) => expression.match(/[a-zA-Z_:][\w:]*/g) ?? []);
  return new Set(words.filter((word) => word.includes(':') || /^(berth|nodejs|process)_/.test(word)));
}

test('the dashboard and the rules in deploy/ read metrics that there are', async () => {
  const registry = new Registry();
  gaugesOf(registry);
  const text = (await metrics()) + (await registry.metrics());
  const known = [...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)].flatMap(([, name = '', type]) =>
    type === 'histogram' ? [`${name}_bucket`, `${name}_count`, `${name}_sum`] : [name],
  );
  const rules = (
    parse(readFileSync('deploy/prometheus/berth.rules.yml', 'utf8')) as {
      groups: { rules: { expr: string; record?: string }[] }[];
    }
  ).groups.flatMap((group) => group.rules);
  const { panels, templating } = JSON.parse(readFileSync('deploy/grafana/dashboards/berth.json', 'utf8')) as {
    panels: { targets?: { expr: string }[] }[];
    templating: { list: { definition?: string }[] };
  };
  const shown = panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr));
  const chosen = templating.list.flatMap(({ definition }) => definition ?? []);
  const read = namesIn([...rules.map(({ expr }) => expr), ...shown, ...chosen]);
  expect(read.size).toBeGreaterThan(30);
  const there = new Set([...known, ...rules.flatMap(({ record }) => record ?? [])]);
  expect([...read].filter((name) => !there.has(name))).toEqual([]);
});

test('a monitor of the team that runs the service reads the metrics, and nothing else', async () => {
  await api.post('/v1/teams').send({ name: 'others' }).expect(201);
  const asker = async (team: string): Promise<(path: string) => Promise<number>> => {
    const { body } = await api.post(`/v1/teams/${team}/keys`).send({ name: 'scraper', roles: ['monitor'] });
    const key = body.key as string;
    return async (path) => (await request(api.url).get(path).set('authorization', `Bearer ${key}`)).status;
  };
  const [own, other] = [await asker('default'), await asker('others')];
  const paths = ['/metrics', '/v1/clusters', `/v1/clusters/${cluster}`, '/v1/teams/default/keys'];
  expect(await Promise.all(paths.map(own))).toEqual([200, 403, 403, 403]);
  expect(await other('/metrics')).toBe(403);
  const grant = { team: 'others', role: 'monitor' };
  const { body } = await api.post(`/v1/clusters/${cluster}/grants`).send(grant).expect(400);
  expect(JSON.stringify(body)).toContain('monitor is a role in the team default, not in a cluster');
});

test('how long operations have been waiting, and how much disk is free', async () => {
  const text = await metrics();
  expect(text).toMatch(/^berth_operation_age_seconds\{kind="replay",state="queued"\} 0$/m);
  expect(text).toMatch(/^berth_database_up 1$/m);
  const disk = (state: string): number =>
    Number(new RegExp(`^berth_disk_bytes\\{state="${state}"\\} (.*)$`, 'm').exec(text)?.[1]);
  expect(disk('size')).toBeGreaterThan(disk('free'));
  expect(disk('free')).toBeGreaterThan(0);
});
