import { CALLER, first, kindNamed, manifest, node, pod, scheduleAll, TestServices, valueOf } from '#test-services';
import type { Preemption } from './run.js';
import type { PodRequest } from './schedule-request.js';

let services: TestServices;
beforeAll(async () => {
  services = await TestServices.create();
});
afterAll(() => services.drop());

const noCounts = { scheduled: 0, unschedulable: 0, nominated: 0, gated: 0, skipped: 0, error: 0 };
const on = (nodeName: string, priority = 0): object => ({ nodeName, priority });
const NO_VICTIMS =
  'no new claims to deallocate, preemption: 0/1 nodes are available: 1 No preemption victims found for incoming pod.';

/** One node that a pod of low priority fills. */
function crowded(...more: readonly object[]): Promise<string> {
  return services.clusterOf(node('a'), pod('low', { cpu: '3' }, on('a')), ...more);
}

async function run(cluster: string, preemption: Preemption, ...names: readonly string[]) {
  const pods: PodRequest = names.length === 0 ? {} : { names: names.map((name) => `default/${name}`) };
  const done = valueOf(
    await services.scheduling.schedule(CALLER, { ...scheduleAll(cluster), pods, preemption }, { wait: true }),
  );
  const { items } = valueOf(await services.decisions.list(CALLER, cluster, { filter: { run: done.id }, pageSize: 50 }));
  const decisions = items.map(({ pod: { name }, attempt, outcome, node: bound, nominatedNode, victims, message }) => ({
    name,
    attempt,
    outcome,
    node: bound,
    nominatedNode,
    victims: victims.map((victim) => victim.name),
    message,
  }));
  return { done, decisions };
}

interface ShownChange {
  readonly op: string;
  readonly name: string;
  readonly body: Record<string, unknown>;
}

/** The changes of the last revision, in order. */
async function lastChanges(cluster: string): Promise<ShownChange[]> {
  const rows = await services.rows<{ op: string; name: string; body: Buffer }>(
    `SELECT op, name, body FROM changes WHERE cluster_id = $1 AND revision = (SELECT revision FROM cluster_heads
     WHERE cluster_id = $1) ORDER BY position`,
    [cluster],
  );
  return rows.map(({ op, name, body }) => ({ op, name, body: JSON.parse(body.toString()) as Record<string, unknown> }));
}

function podNamed(cluster: string, name: string) {
  return services.objects.get(CALLER, { cluster, kind: kindNamed('Pod'), namespace: 'default' }, name);
}

test('nominate notes the node, names the victims and evicts nobody', async () => {
  const cluster = await crowded(pod('high', { cpu: '3' }, { priority: 10 }));
  const { done, decisions } = await run(cluster, 'nominate');
  expect(done).toMatchObject({ preemption: 'nominate', counts: { ...noCounts, nominated: 1 } });
  expect(decisions).toEqual([
    {
      name: 'high',
      attempt: 1,
      outcome: 'nominated',
      node: null,
      nominatedNode: 'a',
      victims: ['low'],
      message: '0/1 nodes are available: 1 Insufficient cpu.',
    },
  ]);
  expect(await lastChanges(cluster)).toMatchObject([
    {
      op: 'update',
      name: 'high',
      body: {
        status: {
          nominatedNodeName: 'a',
          conditions: [{ reason: 'Unschedulable', message: '0/1 nodes are available: 1 Insufficient cpu.' }],
        },
      },
    },
  ]);
  const high = valueOf(await podNamed(cluster, 'high'));
  expect(high).toMatchObject({
    metadata: { resourceVersion: await services.position(cluster) },
    status: { phase: 'Pending', nominatedNodeName: 'a' },
  });
  expect(valueOf(await podNamed(cluster, 'low')).spec).toMatchObject({ nodeName: 'a' });
});

test('a victim is named with its uid, and a nomination that stands is not written again', async () => {
  const cluster = await crowded(pod('high', { cpu: '3' }, { priority: 10 }));
  const { done } = await run(cluster, 'nominate');
  const { items } = valueOf(await services.decisions.list(CALLER, cluster, { filter: { run: done.id }, pageSize: 5 }));
  expect(first(items).victims).toEqual([
    { namespace: 'default', name: 'low', uid: valueOf(await podNamed(cluster, 'low')).metadata.uid },
  ]);
  const position = await services.position(cluster);
  expect((await run(cluster, 'nominate')).decisions).toMatchObject([{ outcome: 'nominated', nominatedNode: 'a' }]);
  expect(await services.position(cluster)).toBe(position);
});

test('off asks nobody to make room', async () => {
  const cluster = await crowded(pod('high', { cpu: '3' }, { priority: 10 }));
  const { done, decisions } = await run(cluster, 'off');
  expect(done.counts).toEqual({ ...noCounts, unschedulable: 1 });
  expect(decisions).toMatchObject([
    {
      outcome: 'unschedulable',
      nominatedNode: null,
      victims: [],
      message: '0/1 nodes are available: 1 Insufficient cpu.',
    },
  ]);
  expect(await lastChanges(cluster)).toMatchObject([
    { op: 'update', name: 'high', body: { status: { conditions: [{ reason: 'Unschedulable' }] } } },
  ]);
});

test.each(['nominate', 'evict'] as const)(
  "%s says in kube-scheduler's words that nobody would make room",
  async (preemption) => {
    const cluster = await crowded(pod('equal', { cpu: '3' }));
    const { decisions } = await run(cluster, preemption);
    expect(decisions).toEqual([
      {
        name: 'equal',
        attempt: 1,
        outcome: 'unschedulable',
        node: null,
        nominatedNode: null,
        victims: [],
        message: `0/1 nodes are available: 1 Insufficient cpu. ${NO_VICTIMS}`,
      },
    ]);
    expect(await lastChanges(cluster)).toMatchObject([{ op: 'update', name: 'equal' }]);
  },
);

test('evict makes room and tries again in the same revision', async () => {
  const cluster = await crowded(pod('high', { cpu: '3' }, { priority: 10 }));
  const high = valueOf(await podNamed(cluster, 'high'));
  const { done, decisions } = await run(cluster, 'evict');
  expect(done).toMatchObject({ state: 'complete', revision: '2', counts: { ...noCounts, nominated: 1, scheduled: 1 } });
  expect(decisions).toMatchObject([
    { name: 'high', attempt: 1, outcome: 'nominated', node: null, nominatedNode: 'a', victims: ['low'] },
    { name: 'high', attempt: 2, outcome: 'scheduled', node: 'a', nominatedNode: null, victims: [], message: '' },
  ]);
  const changes = await lastChanges(cluster);
  expect(changes.map(({ op, name }) => `${op} ${name}`)).toEqual(['evict low', 'update high', 'bind high']);
  expect(first(changes).body).toMatchObject({
    preemptor: { namespace: 'default', name: 'high', uid: high.metadata.uid },
    pod: {
      metadata: { name: 'low' },
      spec: { nodeName: 'a' },
      status: {
        phase: 'Pending',
        conditions: [
          {
            type: 'DisruptionTarget',
            status: 'True',
            reason: 'PreemptionByScheduler',
            message: 'default-scheduler: preempting to accommodate a higher priority pod',
            lastProbeTime: null,
            lastTransitionTime: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
          },
        ],
      },
    },
  });
  expect(await podNamed(cluster, 'low')).toMatchObject({ refused: true, refusal: { kind: 'ObjectNotFound' } });
  // As kube-apiserver v1.34: a binding leaves the nomination where it is.
  expect(valueOf(await podNamed(cluster, 'high'))).toMatchObject({
    metadata: { resourceVersion: await services.position(cluster) },
    spec: { nodeName: 'a' },
    status: { nominatedNodeName: 'a', conditions: [{ type: 'PodScheduled', status: 'True' }] },
  });
});

test('the name of an evicted pod is free', async () => {
  const cluster = await crowded(pod('high', { cpu: '3' }, { priority: 10 }));
  await run(cluster, 'evict');
  const again = await services.objects.create(
    CALLER,
    { cluster, kind: kindNamed('Pod'), namespace: 'default' },
    manifest(pod('low')),
  );
  expect(valueOf(again).spec).not.toHaveProperty('nodeName');
});

test('a dry run with evictions leaves every pod', async () => {
  const cluster = await crowded(pod('high', { cpu: '3' }, { priority: 10 }));
  const before = await services.position(cluster);
  const dry = valueOf(
    await services.scheduling.schedule(
      CALLER,
      { ...scheduleAll(cluster), preemption: 'evict', dryRun: true },
      { wait: true },
    ),
  );
  expect(dry.counts).toEqual({ ...noCounts, nominated: 1, scheduled: 1 });
  expect(await services.position(cluster)).toBe(before);
  expect(valueOf(await podNamed(cluster, 'low')).spec).toMatchObject({ nodeName: 'a' });
});

test('less important pods lose sight of the node', async () => {
  const waiting = { ...pod('mid', { cpu: '3' }, { priority: 5 }), status: { nominatedNodeName: 'a' } };
  const cluster = await crowded(waiting, pod('high', { cpu: '3' }, { priority: 10 }));
  expect((await run(cluster, 'nominate', 'high')).decisions).toMatchObject([
    { outcome: 'nominated', nominatedNode: 'a', victims: ['low'] },
  ]);
  const changes = await lastChanges(cluster);
  expect(changes.map(({ op, name }) => `${op} ${name}`)).toEqual(['update mid', 'update high']);
  expect(valueOf(await podNamed(cluster, 'mid')).status).not.toHaveProperty('nominatedNodeName');
  expect(valueOf(await podNamed(cluster, 'high')).status).toMatchObject({ nominatedNodeName: 'a' });
});

test('a pod that finds no room loses its own nomination', async () => {
  const waiting = { ...pod('waiting', { cpu: '5' }, { priority: 5 }), status: { nominatedNodeName: 'a' } };
  const cluster = await crowded(waiting);
  expect((await run(cluster, 'nominate')).decisions).toMatchObject([{ outcome: 'unschedulable', nominatedNode: null }]);
  expect((await lastChanges(cluster)).map(({ op, name }) => `${op} ${name}`)).toEqual(['update waiting']);
  expect(valueOf(await podNamed(cluster, 'waiting')).status).not.toHaveProperty('nominatedNodeName');
});

test('room that a nominated pod has in view is not given to a less important one', async () => {
  const waiting = { ...pod('waiting', { cpu: '3' }, { priority: 10 }), status: { nominatedNodeName: 'a' } };
  const cluster = await services.clusterOf(node('a'), waiting, pod('small', { cpu: '2' }));
  expect((await run(cluster, 'off', 'small')).decisions).toMatchObject([
    { outcome: 'unschedulable', message: '0/1 nodes are available: 1 Insufficient cpu.' },
  ]);
  expect((await run(cluster, 'off')).decisions).toMatchObject([
    { name: 'waiting', outcome: 'scheduled', node: 'a' },
    { name: 'small', outcome: 'unschedulable' },
  ]);
});

test('many pods of one class that are tried twice keep their evidence', async () => {
  const victims = [1, 2, 3].map((index) => pod(`low${index}`, { cpu: '3' }, on(`n${index}`)));
  const highs = [1, 2, 3].map((index) => pod(`high${index}`, { cpu: '3' }, { priority: 10 }));
  const cluster = await services.clusterOf(node('n1'), node('n2'), node('n3'), ...victims, ...highs);
  const { done, decisions } = await run(cluster, 'evict');
  expect(done.counts).toEqual({ ...noCounts, nominated: 3, scheduled: 3 });
  expect(decisions.map(({ name, attempt, node: bound }) => [name, attempt, bound])).toEqual([
    ['high1', 1, null],
    ['high1', 2, 'n1'],
    ['high2', 1, null],
    ['high2', 2, 'n2'],
    ['high3', 1, null],
    ['high3', 2, 'n3'],
  ]);
  const { items } = valueOf(await services.decisions.list(CALLER, cluster, { filter: { run: done.id }, pageSize: 10 }));
  for (const [index, { id }] of items.entries()) {
    const page = valueOf(
      await services.decisions.trace(CALLER, cluster, { id, filter: {}, orderBy: 'name', offset: 0, pageSize: 10 }),
    );
    const feasible = page.items.filter((row) => row.feasible).map((row) => row.node);
    expect(feasible).toEqual(index % 2 === 0 ? [] : [`n${(index + 1) / 2}`]);
  }
});

const budgetOf = (name: string, spec: object): object => ({
  apiVersion: 'policy/v1',
  kind: 'PodDisruptionBudget',
  metadata: { name, namespace: 'default' },
  spec: { selector: { matchLabels: { app: name } }, ...spec },
});
const labelled = (object: object, app: string): object => {
  const { metadata, ...rest } = object as { readonly metadata: object };
  return { ...rest, metadata: { ...metadata, labels: { app } } };
};

test('a budget is respected across the pods of one run: what the first evicts, the second may not', async () => {
  const cluster = await services.clusterOf(
    ...['a', 'b', 'c'].map((name) => node(name)),
    budgetOf('web', { minAvailable: 1 }),
    labelled(pod('web1', { cpu: '3' }, on('a')), 'web'),
    labelled(pod('web2', { cpu: '3' }, on('b')), 'web'),
    pod('other', { cpu: '3' }, on('c', 1)),
    pod('high1', { cpu: '3' }, { priority: 10 }),
    pod('high2', { cpu: '3' }, { priority: 10 }),
  );
  const { decisions } = await run(cluster, 'evict');
  expect(decisions.filter(({ attempt }) => attempt === 1).map(({ name, victims }) => [name, victims])).toEqual([
    ['high1', ['web1']],
    ['high2', ['other']],
  ]);
  const changes = await lastChanges(cluster);
  expect(changes.map(({ op, name }) => `${op} ${name}`)).toEqual([
    'evict web1',
    'update high1',
    'bind high1',
    'evict other',
    'update high2',
    'bind high2',
    'update web',
  ]);
  expect(changes.at(-1)?.body).toMatchObject({
    status: { expectedPods: 1, currentHealthy: 1, desiredHealthy: 1, disruptionsAllowed: 0 },
  });
});

test('budgets that forbid it do not save a pod when there is no other way', async () => {
  const cluster = await services.clusterOf(
    node('a'),
    budgetOf('web', { minAvailable: 1 }),
    labelled(pod('web1', { cpu: '3' }, on('a')), 'web'),
    pod('high', { cpu: '3' }, { priority: 10 }),
  );
  expect((await run(cluster, 'evict')).decisions).toMatchObject([
    { attempt: 1, victims: ['web1'] },
    { attempt: 2, node: 'a' },
  ]);
  expect((await lastChanges(cluster)).at(-1)).toMatchObject({
    name: 'web',
    body: { status: { expectedPods: 0, currentHealthy: 0, disruptionsAllowed: 0 } },
  });
});
