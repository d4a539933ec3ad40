import type { Decision } from '#audit';
import { TestServices } from '#test-services';
import { FollowedCluster } from './followed-cluster.js';

let services: TestServices;
beforeAll(async () => {
  services = await TestServices.create();
});
afterAll(() => services.drop());

const at = (seconds: number): string => new Date(Date.UTC(2026, 4, 1, 0, 0, seconds)).toISOString();
/** When pods are evicted. */
const GOES = 100;
const capacity = { cpu: '4', memory: '8Gi', pods: '110' };

const event = (type: string, object: object, seconds = 0): object => ({ type, object, at: at(seconds) });
const node = (name: string, taints: readonly object[] = []): object => ({
  ...{ apiVersion: 'v1', kind: 'Node', metadata: { name, uid: name }, spec: { taints } },
  status: { capacity, allocatable: capacity },
});
const budget = (name: string, disruptionsAllowed: number, more: object = {}): object => ({
  ...{ apiVersion: 'policy/v1', kind: 'PodDisruptionBudget' },
  metadata: { name, namespace: 'shop', uid: name, generation: 1 },
  spec: { minAvailable: 2, selector: { matchLabels: { app: 'web' } } },
  status: { observedGeneration: 1, disruptionsAllowed, currentHealthy: 2, desiredHealthy: 2, ...more },
});

interface PodParts {
  readonly name?: string;
  readonly namespace?: string;
  readonly on?: string;
  readonly cpu?: string;
  readonly spec?: object;
  readonly status?: object;
}
const pod = ({ name = 'web', namespace = 'shop', on = 'n', cpu = '3', spec = {}, status = {} }: PodParts): object => ({
  ...{ apiVersion: 'v1', kind: 'Pod', metadata: { name, namespace, uid: name, labels: { app: 'web' } } },
  spec: {
    ...(on !== '' && { nodeName: on }),
    containers: [{ name: 'c', image: 'i', resources: { requests: { cpu } } }],
    ...spec,
  },
  status: { phase: 'Running', conditions: [{ type: 'Ready', status: 'True' }], ...status },
});
const evicted = (reason: string, message: string, parts: PodParts = {}): object => {
  const disrupted = { type: 'DisruptionTarget', status: 'True', reason, message, lastTransitionTime: at(GOES) };
  return pod({ ...parts, status: { conditions: [{ type: 'Ready', status: 'True' }, disrupted] } });
};
const byApi = evicted('EvictionByEvictionAPI', 'Eviction API: evicting');
const byTaint = (parts: PodParts): object =>
  evicted('DeletionByTaintManager', 'Taint manager: deleting due to NoExecute taint', parts);

async function judged(events: readonly object[]): Promise<Decision | undefined> {
  const followed = await FollowedCluster.create(services);
  await followed.send(events);
  const decisions = await followed.judged();
  await followed.expectProven(decisions.length);
  return decisions.find(({ observed }) => observed?.eviction !== undefined);
}

describe('evictions by the eviction API', () => {
  test.each<[which: string, before: readonly object[], expected: object, budgets: readonly object[]]>([
    ['agree where no budget selects the pod', [], { agreement: 'same', reason: null }, []],
    [
      'agree where its budget allows one',
      [event('ADDED', budget('b', 1))],
      { agreement: 'same', reason: null },
      [{ name: 'b', disruptionsAllowed: 1 }],
    ],
    [
      'agree where its budget has counted the pod already',
      [event('ADDED', budget('b', 0, { disruptedPods: { web: at(GOES) } }))],
      { agreement: 'same', reason: null, changesBefore: 0 },
      [{ name: 'b', disruptionsAllowed: 0 }],
    ],
    [
      'agree where its budget allowed one within the window, and say on which state',
      [event('ADDED', budget('b', 1)), event('MODIFIED', budget('b', 0), GOES - 1)],
      { agreement: 'same', reason: null, changesBefore: 1 },
      [{ name: 'b', disruptionsAllowed: 0 }],
    ],
    [
      'differ where its budget allows none',
      [event('ADDED', budget('b', 1)), event('MODIFIED', budget('b', 0), GOES - 10)],
      { agreement: 'differs', reason: 'The disruption budget b needs 2 healthy pods and has 2 currently' },
      [{ name: 'b', disruptionsAllowed: 0 }],
    ],
    [
      'differ where two budgets select the pod',
      [event('ADDED', budget('c', 1)), event('ADDED', budget('b', 1))],
      { agreement: 'differs', reason: 'more than one budget selects it, which the eviction API refuses: b, c' },
      [
        { name: 'b', disruptionsAllowed: 1 },
        { name: 'c', disruptionsAllowed: 1 },
      ],
    ],
  ])('%s', async (_, before, expected, budgets) => {
    const decision = await judged([
      ...[event('ADDED', node('n')), event('ADDED', pod({})), ...before],
      event('MODIFIED', byApi, GOES),
    ]);
    expect(decision).toMatchObject({
      ...{ pod: { name: 'web' }, outcome: 'observed', node: 'n', message: 'Eviction API: evicting' },
      ...{ traceDigest: null, observed: { by: 'kube-apiserver', at: at(GOES), own: null, ...expected } },
    });
    const eviction = { reason: 'EvictionByEvictionAPI', preemptor: null, budgets };
    expect(decision?.observed?.eviction).toEqual(eviction);
  });

  test('agree where what allows them is seen after them', async () => {
    const decision = await judged([
      ...[event('ADDED', node('n')), event('ADDED', pod({})), event('ADDED', budget('b', 0))],
      ...[event('MODIFIED', byApi, GOES), event('MODIFIED', budget('b', 1), GOES + 1)],
    ]);
    expect(decision?.observed).toMatchObject({ agreement: 'same', reason: 'what lets it go is seen after it' });
  });

  test('are seen where only the deletion says it, once', async () => {
    const events = [event('ADDED', node('n')), event('ADDED', pod({})), event('DELETED', byApi, GOES)];
    const followed = await FollowedCluster.create(services);
    await followed.send(events);
    const twice = [event('ADDED', pod({})), event('MODIFIED', byApi, GOES), event('DELETED', byApi, GOES)];
    await followed.send(twice);
    const decisions = await followed.judged();
    expect(decisions.map(({ observed }) => observed?.agreement)).toEqual(['same', 'same']);
    await followed.expectProven(2);
  });
});

describe('evictions by controllers and kubelets', () => {
  const taint = (more: object = {}): object => ({ key: 'k', effect: 'NoExecute', timeAdded: at(GOES - 30), ...more });
  const tolerating = (tolerationSeconds?: number): PodParts => {
    const forSome = tolerationSeconds === undefined ? {} : { tolerationSeconds };
    return { spec: { tolerations: [{ key: 'k', operator: 'Exists', effect: 'NoExecute', ...forSome }] } };
  };
  test.each<[which: string, nodes: readonly object[], pod: PodParts, goes: object, observed: object]>([
    ['agree with a taint that is not tolerated', [node('n', [taint()])], {}, byTaint({}), { agreement: 'same' }],
    [
      'agree with a taint that is tolerated no longer',
      [node('n', [taint()])],
      tolerating(30),
      byTaint(tolerating(30)),
      { agreement: 'same' },
    ],
    [
      'differ where a taint is still tolerated',
      [node('n', [taint()])],
      tolerating(300),
      byTaint(tolerating(300)),
      { agreement: 'differs', reason: `it tolerates the NoExecute taints of node n until ${at(GOES + 270)}` },
    ],
    [
      'differ where a taint is tolerated for ever',
      [node('n', [taint()])],
      tolerating(),
      byTaint(tolerating()),
      { agreement: 'differs', reason: 'it tolerates the NoExecute taints of node n' },
    ],
    [
      'differ where there is no such taint',
      [node('n')],
      {},
      byTaint({}),
      { agreement: 'differs', reason: 'node n has no NoExecute taint', by: 'taint-eviction-controller' },
    ],
    [
      'are not judged where it is not known since when there is a taint',
      [node('n', [taint({ timeAdded: undefined })])],
      tolerating(30),
      byTaint(tolerating(30)),
      { agreement: 'unknown', reason: 'since when node n has its taints is not known' },
    ],
    [
      'agree where the node is gone',
      [],
      {},
      evicted('DeletionByPodGC', 'PodGC: node no longer exists'),
      { agreement: 'same', by: 'pod-garbage-collector-controller' },
    ],
    [
      'differ where the node that is said to be gone is there',
      [node('n')],
      {},
      evicted('DeletionByPodGC', 'PodGC: node no longer exists'),
      { agreement: 'differs', reason: 'its node n is there' },
    ],
    [
      'are not judged where a kubelet measures',
      [node('n')],
      {},
      evicted('TerminationByKubelet', 'The node was low on resource: memory.'),
      {
        ...{ agreement: 'unknown', by: 'kubelet' },
        reason: 'its kubelet decides by what it measures on the node, which is not modelled',
      },
    ],
  ])('%s', async (_, nodes, parts, goes, observed) => {
    const decision = await judged([
      ...nodes.map((one) => event('ADDED', one)),
      ...[event('ADDED', pod(parts)), event('MODIFIED', goes, GOES)],
    ]);
    expect(decision).toMatchObject({ outcome: 'observed', node: 'n', observed });
  });
});

describe('evictions by a scheduler', () => {
  const nominated = {
    ...{ phase: 'Pending', nominatedNodeName: 'n' },
    conditions: [
      {
        ...{ type: 'PodScheduled', status: 'False', reason: 'Unschedulable' },
        message: '0/1 nodes are available: 1 Insufficient cpu.',
      },
    ],
  };
  const preemptor = (status: object): object =>
    pod({ name: 'p', namespace: 'other', on: '', spec: { priority: 10 }, status: { conditions: [], ...status } });
  const going = (name: string, cpu: string): object =>
    evicted('PreemptionByScheduler', 'default-scheduler: preempting to accommodate a higher priority pod', {
      name,
      cpu,
    });
  const nomination = event('MODIFIED', preemptor(nominated), GOES);

  test.each<[which: string, events: readonly object[], observed: object, preemptor: object | null]>([
    [
      'agree where Berth would evict the pod, whichever is seen first',
      [event('MODIFIED', going('web', '3'), GOES), nomination],
      { agreement: 'same', reason: null },
      { namespace: 'other', name: 'p', uid: 'p' },
    ],
    [
      'differ where the pod need not go',
      [nomination, event('MODIFIED', going('tiny', '10m'), GOES)],
      {
        ...{ agreement: 'differs', plugin: 'DefaultPreemption' },
        reason: '1 of the 1 pods that it evicted need not go',
      },
      { namespace: 'other', name: 'p', uid: 'p' },
    ],
    [
      'are not judged where it is not seen for which pod',
      [event('MODIFIED', going('web', '3'), GOES)],
      { agreement: 'unknown', reason: 'the pod that it was evicted for is not seen' },
      null,
    ],
  ])('%s', async (_, events, observed, by) => {
    const decision = await judged([
      ...[event('ADDED', node('n')), event('ADDED', budget('b', 0)), event('ADDED', pod({}))],
      ...[event('ADDED', pod({ name: 'tiny', cpu: '10m' })), event('ADDED', preemptor({ phase: 'Pending' }))],
      ...events,
    ]);
    expect(decision).toMatchObject({ node: 'n', observed: { by: 'default-scheduler', ...observed } });
    const budgets = [{ name: 'b', disruptionsAllowed: 0 }];
    expect(decision?.observed?.eviction).toEqual({ reason: 'PreemptionByScheduler', preemptor: by, budgets });
  });
});

describe('nominations that are dropped', () => {
  const failed = {
    type: 'PodScheduled',
    ...{ status: 'False', reason: 'Unschedulable', message: '0/1 nodes are available: 1 Insufficient cpu.' },
  };
  const waiting = (name: string, status: object, more: PodParts = {}): object =>
    pod({ name, on: '', ...more, status: { phase: 'Pending', conditions: [], ...status } });
  const important = (nominatedNodeName?: string): object =>
    waiting(
      'first',
      { conditions: [failed], ...(nominatedNodeName && { nominatedNodeName }) },
      { spec: { priority: 9 } },
    );
  const before = [event('ADDED', node('n')), event('ADDED', important('n')), event('ADDED', waiting('second', {}))];

  async function observedOf(name: string, events: readonly object[]): Promise<Decision['observed']> {
    const followed = await FollowedCluster.create(services);
    await followed.send([...before, ...events]);
    const decisions = await followed.judged();
    await followed.expectProven(decisions.length);
    return decisions.find((one) => one.pod.name === name)?.observed;
  }

  test('and seen later are known to their scheduler, within the window', async () => {
    const bound = event('MODIFIED', pod({ name: 'second' }), GOES);
    const soon = await observedOf('second', [bound, event('MODIFIED', important(), GOES + 1)]);
    expect(soon).toMatchObject({ agreement: 'same', assumedNominations: 1, changesBefore: 0 });
    const late = await observedOf('second', [bound, event('MODIFIED', important(), GOES + 10)]);
    expect(late).toMatchObject({ agreement: 'differs', assumedNominations: 0, plugin: 'NodeResourcesFit' });
  });

  test('and seen before may not have been known yet, within the window', async () => {
    const full = event('MODIFIED', waiting('second', { conditions: [failed] }), GOES);
    const soon = await observedOf('second', [event('MODIFIED', important(), GOES - 1), full]);
    expect(soon).toMatchObject({ agreement: 'same', changesBefore: 1 });
    const late = await observedOf('second', [event('MODIFIED', important(), GOES - 10), full]);
    expect(late).toMatchObject({ agreement: 'differs', reason: 'the pod fits n, of 1 nodes' });
  });
});

test('nominations are judged with the disruptions that budgets allow in the source, which counts them', async () => {
  const message = '0/2 nodes are available: 2 Insufficient cpu.';
  const failed = { type: 'PodScheduled', status: 'False', reason: 'Unschedulable', message };
  const waiting = (status: object = {}): object =>
    pod({ name: 'p', on: '', spec: { priority: 10 }, status: { phase: 'Pending', conditions: [], ...status } });
  const cheap = { name: 'cheap', on: 'a', spec: { priority: 1 } };
  const followed = await FollowedCluster.create(services);
  await followed.send([
    ...['a', 'b'].map((name) => event('ADDED', node(name))),
    event('ADDED', pod(cheap)),
    event('ADDED', pod({ name: 'dear', namespace: 'other', on: 'b', spec: { priority: 5 } })),
    // Counted here it would allow none, for it wants two pods and has one.
    event('ADDED', budget('b', 1)),
    event('ADDED', waiting()),
    event('MODIFIED', waiting({ nominatedNodeName: 'a', conditions: [failed] }), GOES),
    event('MODIFIED', evicted('PreemptionByScheduler', 'default-scheduler: preempting', cheap), GOES),
  ]);
  const decisions = await followed.judged();
  await followed.expectProven(decisions.length);
  const nomination = decisions.find(({ nominatedNode }) => nominatedNode !== null);
  expect(nomination?.observed).toMatchObject({ agreement: 'same', changesBefore: 0, own: { node: 'a' } });
});
