import { CALLER, kindNamed, manifest, node, pod, scheduleAll, TestServices, valueOf } from '#test-services';
import type { Manifest } from '#rows';
import type { Run } from './run.js';
import type { ScheduleRequest } from './schedule-request.js';

let services: TestServices;
beforeAll(async () => {
  services = await TestServices.create();
});
afterAll(() => services.drop());

const target = (cluster: string) => ({ cluster, kind: kindNamed('Pod'), namespace: 'default' });

async function run(cluster: string, request: Partial<ScheduleRequest> = {}): Promise<Run> {
  const scheduled = services.scheduling.schedule(CALLER, { ...scheduleAll(cluster), ...request }, { wait: true });
  return valueOf(await scheduled);
}

async function podOf(cluster: string, name: string): Promise<Manifest> {
  return valueOf(await services.objects.get(CALLER, target(cluster), name));
}

interface Condition {
  readonly type: string;
  readonly message?: string;
  readonly lastTransitionTime: string;
}

async function conditionsOf(cluster: string, name: string): Promise<readonly Condition[]> {
  const { status } = await podOf(cluster, name);
  return (status as { readonly conditions?: readonly Condition[] }).conditions ?? [];
}

/** The changes of a revision. */
async function changesOf(cluster: string, { revision }: Run): Promise<string[]> {
  const rows = await services.rows<{ change: string }>(
    `SELECT op || ' ' || name AS change FROM changes WHERE cluster_id = $1 AND revision = $2 ORDER BY position`,
    [cluster, revision],
  );
  return rows.map(({ change }) => change);
}

const unschedulable = (message: string, more = {}): object => ({
  type: 'PodScheduled',
  status: 'False',
  lastProbeTime: null,
  lastTransitionTime: expect.stringMatching(/^\d{4}-.*Z$/),
  reason: 'Unschedulable',
  message,
  ...more,
});

test('a pod that fits nowhere says why, in the revision of its decision; its generation stays', async () => {
  const cluster = await services.clusterOf(node('a'));
  valueOf(await services.objects.create(CALLER, target(cluster), manifest(pod('large', { cpu: '5' }))));
  const before = await podOf(cluster, 'large');
  const first = await run(cluster);
  expect(await changesOf(cluster, first)).toEqual(['update large']);
  const after = await podOf(cluster, 'large');
  expect(after).toEqual({
    ...before,
    metadata: { ...before.metadata, generation: 1, resourceVersion: await services.position(cluster) },
    status: {
      ...before.status,
      conditions: [unschedulable('0/1 nodes are available: 1 Insufficient cpu.', { observedGeneration: 1 })],
    },
  });
  expect(after.metadata.resourceVersion).not.toBe(before.metadata.resourceVersion);
  expect(await services.violations(cluster)).toEqual([]);
});

test('what it says already is not said again; another message is, and the time stays that of the status', async () => {
  const cluster = await services.clusterOf(node('a'), pod('large', { cpu: '5' }));
  const earlier = { ...unschedulable('something else'), lastTransitionTime: '2026-01-01T00:00:00Z' };
  const ready = { type: 'Ready', status: 'False', lastTransitionTime: '2026-01-01T00:00:00Z' };
  const said = { ...pod('said', { cpu: '6' }), status: { conditions: [earlier, ready] } };
  valueOf(await services.import(cluster, [said]));
  expect(await changesOf(cluster, await run(cluster))).toEqual(['update large', 'update said']);
  expect(await conditionsOf(cluster, 'said')).toEqual([
    { ...earlier, message: '0/1 nodes are available: 1 Insufficient cpu.' },
    { ...ready, lastProbeTime: null },
  ]);
  const position = await services.position(cluster);
  expect(await changesOf(cluster, await run(cluster))).toEqual([]);
  expect(await services.position(cluster)).toBe(position);
  valueOf(await services.import(cluster, [node('b')]));
  expect(await changesOf(cluster, await run(cluster))).toEqual(['update large', 'update said']);
  expect((await conditionsOf(cluster, 'large'))[0]?.message).toBe('0/2 nodes are available: 2 Insufficient cpu.');
});

test('once it is bound it says so, and nothing else', async () => {
  const cluster = await services.clusterOf(node('a'), pod('large', { cpu: '5' }));
  await run(cluster);
  valueOf(await services.import(cluster, [node('b', { cpu: '8', memory: '8Gi' })]));
  await run(cluster);
  expect(await conditionsOf(cluster, 'large')).toEqual([
    { type: 'PodScheduled', status: 'True', lastProbeTime: null, lastTransitionTime: expect.any(String) },
  ]);
  expect(await services.violations(cluster)).toEqual([]);
});

test('many that fit nowhere are written with those that are bound, and one that has a node in view too', async () => {
  const names = Array.from({ length: 40 }, (_, index) => `large-${index}`);
  const inView = { ...pod('in-view', { cpu: '7' }), status: { nominatedNodeName: 'gone' } };
  const cluster = await services.clusterOf(
    node('a'),
    pod('small'),
    ...names.map((name) => pod(name, { cpu: '5' })),
    inView,
  );
  const first = await run(cluster, { preemption: 'nominate' });
  expect(new Set(await changesOf(cluster, first))).toEqual(
    new Set(['bind small', ...names.map((name) => `update ${name}`), 'update in-view']),
  );
  for (const name of ['large-0', 'large-39', 'in-view'])
    expect(await conditionsOf(cluster, name)).toEqual([
      unschedulable(expect.stringMatching(/^0\/1 nodes are available: 1 Insufficient cpu\. /) as unknown as string),
    ]);
  expect((await podOf(cluster, 'in-view')).status).not.toHaveProperty('nominatedNodeName');
  expect(await changesOf(cluster, await run(cluster, { preemption: 'nominate' }))).toEqual([]);
  expect(await services.violations(cluster)).toEqual([]);
});

test('a dry run says nothing to pods', async () => {
  const cluster = await services.clusterOf(node('a'), pod('large', { cpu: '5' }));
  const position = await services.position(cluster);
  expect((await run(cluster, { dryRun: true })).counts.unschedulable).toBe(1);
  expect(await services.position(cluster)).toBe(position);
  expect(await conditionsOf(cluster, 'large')).toEqual([]);
});

test('an error is an error of the scheduler', async () => {
  const claiming = pod('claiming', {}, { resourceClaims: [{ name: 'gpu', resourceClaimName: 'gpu' }] });
  const cluster = await services.clusterOf(node('a'), claiming);
  expect((await run(cluster)).counts.error).toBe(1);
  expect(await conditionsOf(cluster, 'claiming')).toMatchObject([
    { type: 'PodScheduled', status: 'False', reason: 'SchedulerError', message: expect.stringMatching(/./) },
  ]);
});

describe('a pod with gates', () => {
  const gated = (name: string) => pod(name, {}, { schedulingGates: [{ name: 'hold' }] });
  const waiting = {
    type: 'PodScheduled',
    status: 'False',
    reason: 'SchedulingGated',
    message: 'Scheduling is blocked due to non-empty scheduling gates',
  };

  test('says so from its creation on, and a run has nothing to add', async () => {
    const cluster = await services.clusterOf(node('a'));
    valueOf(await services.objects.create(CALLER, target(cluster), manifest(gated('p'))));
    expect(await conditionsOf(cluster, 'p')).toMatchObject([waiting]);
    const done = await run(cluster);
    expect(done.counts.gated).toBe(1);
    expect(await changesOf(cluster, done)).toEqual([]);
  });

  test('says so when it is imported, once; what it says itself stays', async () => {
    const reported = { type: 'PodScheduled', status: 'False', reason: 'Mine' };
    const objects = [gated('p'), { ...gated('q'), status: { conditions: [reported] } }];
    const cluster = await services.clusterOf(...objects);
    expect(await conditionsOf(cluster, 'p')).toMatchObject([waiting]);
    expect(await conditionsOf(cluster, 'q')).toEqual([{ ...reported, lastProbeTime: null, lastTransitionTime: null }]);
    expect(valueOf(await services.import(cluster, objects))).toMatchObject({ updated: 0, unchanged: 2 });
  });
});
