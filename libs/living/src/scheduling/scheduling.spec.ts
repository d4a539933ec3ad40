import { Scenario } from '../testing/scenario.js';

const FAILED = { 'unschedulable ScheduleAttemptFailure': 1 };
const NEW = { 'active UnschedulablePodAdd': 1 };
const cluster = (cpu = '4') => new Scenario().node('n1', { cpu }).settle();
const where = (at: Scenario) =>
  Object.fromEntries(at.pods().map(({ metadata, spec }) => [metadata.name, (spec as { nodeName?: string }).nodeName]));

test('a gated pod is not tried; it is when its last gate is lifted', () => {
  const at = cluster()
    .pod('gated', { spec: { schedulingGates: [{ name: 'example.com/a' }] } })
    .settle();
  expect([at.conditions('Pod', 'gated'), at.incoming()]).toEqual([
    ['PodScheduled=False SchedulingGated'],
    { 'unschedulable UnschedulablePodAdd': 1 },
  ]);
  at.patch('Pod', 'gated', { spec: { schedulingGates: [] } }).settle();
  expect([where(at), at.incoming()]).toEqual([
    { gated: 'n1' },
    { 'active UnschedulablePodUpdatePodSchedulingGatesEliminated': 1 },
  ]);
});

test('a node that comes wakes who fits it, in vain while it is not ready; what cannot help wakes no pod', () => {
  const at = cluster('1').pod('big', { cpu: '2' }).settle();
  expect(at.incoming()).toEqual({ ...NEW, ...FAILED });
  expect(
    at
      .patch('Node', 'n1', { metadata: { labels: { zone: 'x' } } })
      .settle()
      .incoming(),
  ).toEqual({});
  expect(at.node('n2', { cpu: '1' }).settle().incoming()).toEqual({ 'active NodeUpdateNodeTaint': 1, ...FAILED });
  expect(at.node('n3').settle().incoming()).toEqual({
    ...{ 'active NodeAdd': 1, 'backoff NodeUpdateNodeTaint': 1, 'active PopFromBackoffQ': 1 },
    ...FAILED,
  });
  expect(where(at)).toEqual({ big: 'n3' });
});

describe('a pod that waits is woken', () => {
  const picky = { nodeSelector: { disk: 'ssd' } };
  const port = { containers: [{ name: 'c', image: 'i', ports: [{ containerPort: 80, hostPort: 8080 }] }] };
  const near = (kind: string, app: string) => ({
    affinity: {
      [kind]: {
        requiredDuringSchedulingIgnoredDuringExecution: [
          { topologyKey: 'kubernetes.io/hostname', labelSelector: { matchLabels: { app } } },
        ],
      },
    },
  });
  const spread = (topologyKey: string, app: string) => ({
    topologySpreadConstraints: [
      { maxSkew: 1, topologyKey, whenUnsatisfiable: 'DoNotSchedule', labelSelector: { matchLabels: { app } } },
    ],
  });
  const cases: [
    name: string,
    before: (at: Scenario) => Scenario,
    pod: object,
    help: (at: Scenario) => Scenario,
    event: object,
  ][] = [
    [
      'by a label that it asks for',
      (at) => at,
      picky,
      (at) => at.patch('Node', 'n1', { metadata: { labels: { disk: 'ssd' } } }),
      { 'active NodeUpdateNodeLabel': 1 },
    ],
    [
      'by a taint that is lifted',
      (at) => at.patch('Node', 'n1', { spec: { taints: [{ key: 'team', effect: 'NoSchedule' }] } }),
      {},
      (at) => at.patch('Node', 'n1', { spec: { taints: null } }),
      { 'active NodeUpdateNodeTaint': 1 },
    ],
    [
      'by a node that is uncordoned, and once more when its taint is lifted',
      (at) => at.patch('Node', 'n1', { spec: { unschedulable: true } }),
      {},
      (at) => at.patch('Node', 'n1', { spec: { unschedulable: null } }),
      { 'active NodeUpdateNodeTaint': 1, 'backoff NodeUpdateNodeTaint': 1, 'active PopFromBackoffQ': 1, ...FAILED },
    ],
    [
      'by a port that gets free',
      (at) => at.pod('first', { spec: port }),
      port,
      (at) => at.delete('Pod', 'first'),
      { 'active AssignedPodDelete': 1 },
    ],
    [
      'by its companion',
      (at) => at,
      near('podAffinity', 'cache'),
      (at) => at.pod('cache'),
      { 'active AssignedPodAdd': 1, ...NEW },
    ],
    [
      'by one that it keeps apart from, when that goes',
      (at) => at.pod('first'),
      near('podAntiAffinity', 'first'),
      (at) => at.delete('Pod', 'first'),
      { 'active AssignedPodDelete': 1 },
    ],
    [
      'by a node that may hold more pods',
      (at) => at.patch('Node', 'n1', { status: { allocatable: { pods: '0' } } }, 'status'),
      {},
      (at) => at.patch('Node', 'n1', { status: { allocatable: { pods: '3' } } }, 'status'),
      { 'active NodeUpdateNodeAllocatable': 1 },
    ],
    [
      'by a node that is uncordoned while a domain is missed, once: when its taint is lifted',
      (at) => at.patch('Node', 'n1', { metadata: { labels: { zone: 'a' } }, spec: { unschedulable: true } }),
      { tolerations: [{ key: 'none', operator: 'Exists' }], ...spread('zone', 'waits') },
      (at) => at.patch('Node', 'n1', { spec: { unschedulable: null } }),
      { 'active NodeUpdateNodeTaint': 1, 'backoff NodeUpdateNodeTaint': 1, 'active PopFromBackoffQ': 1, ...FAILED },
    ],
    [
      'by one that it keeps apart from, when that is labelled otherwise',
      (at) => at.pod('first'),
      near('podAntiAffinity', 'first'),
      (at) => at.patch('Pod', 'first', { metadata: { labels: { app: 'other' } } }),
      { 'active AssignedPodUpdatePodLabel': 1 },
    ],
    [
      'by room that a deleted pod leaves',
      (at) => at.pod('first', { cpu: '3950m' }),
      {},
      (at) => at.delete('Pod', 'first'),
      { 'active AssignedPodDelete': 1 },
    ],
  ];
  test.each(cases)('%s', (_name, before, spec, help, event) => {
    const at = before(cluster()).settle().pod('waits', { spec }).settle();
    expect(where(at)).toMatchObject({ waits: undefined });
    expect(at.conditions('Pod', 'waits')).toEqual(['PodScheduled=False Unschedulable']);
    at.incoming();
    help(at).settle();
    expect([where(at)['waits'], at.incoming()]).toEqual(['n1', event]);
  });
});

describe('what does not help wakes no pod', () => {
  const apart = (...apps: string[]) => ({
    affinity: {
      podAntiAffinity: {
        requiredDuringSchedulingIgnoredDuringExecution: apps.map((app) => ({
          ...{ topologyKey: 'kubernetes.io/hostname', labelSelector: { matchLabels: { app } } },
        })),
      },
    },
  });
  const zoned = {
    topologySpreadConstraints: [
      {
        ...{ maxSkew: 1, topologyKey: 'zone', whenUnsatisfiable: 'DoNotSchedule' },
        labelSelector: { matchLabels: { app: 'web' } },
      },
    ],
  };
  const cases: [name: string, before: (at: Scenario) => Scenario, pod: object, then: (at: Scenario) => Scenario][] = [
    [
      'a toleration of something else, while its node is cordoned and untainted',
      (at) => at.patch('Node', 'n1', { spec: { unschedulable: true, taints: null } }),
      { tolerations: [{ key: 'some', operator: 'Exists' }] },
      (at) => at,
    ],
    [
      'one that keeps it away and goes: its terms are not asked',
      (at) => at.pod('first', { spec: apart('waits') }),
      {},
      (at) => at.delete('Pod', 'first'),
    ],
    [
      'one of those that it keeps apart from, where it names more',
      (at) => at.pod('first').pod('second'),
      apart('first', 'second'),
      (at) => at.delete('Pod', 'first'),
    ],
    [
      'its own label, where others keep it away',
      (at) => at.pod('first', { spec: apart('waits') }),
      {},
      (at) => at.patch('Pod', 'waits', { metadata: { labels: { app: 'free' } } }),
    ],
    [
      'a label that no constraint sees, of its own',
      (at) => at,
      zoned,
      (at) => at.patch('Pod', 'waits', { metadata: { labels: { other: 'x' } } }),
    ],
    [
      'its own toleration, where taints are not asked of domains',
      (at) => at,
      zoned,
      (at) => at.patch('Pod', 'waits', { spec: { tolerations: [{ key: 'x', operator: 'Exists' }] } }),
    ],
  ];
  test.each(cases)('%s', (_name, before, spec, then) => {
    const at = before(cluster()).settle().pod('waits', { spec }).settle();
    expect(where(at)).toMatchObject({ waits: undefined });
    at.incoming();
    expect(then(at).settle().incoming()).toEqual({});
  });
});

test('a node that is cordoned wakes a pod once: when it is tainted', () => {
  const at = cluster('1').node('n2', { cpu: '1' }).settle().pod('big', { cpu: '2' }).settle();
  at.incoming();
  expect(
    at
      .patch('Node', 'n1', { spec: { unschedulable: true } })
      .settle()
      .incoming(),
  ).toEqual({ 'active NodeUpdateNodeTaint': 1, ...FAILED });
});

test('back-offs after errors and after rejections are counted apart', () => {
  const at = new Scenario().pod('big', { cpu: '2' }).advance(8);
  at.node('n1', { cpu: '1' }).advance(12);
  at.incoming();
  // Three errors came before it was rejected once or twice: it backs off no longer than that.
  expect(at.node('n2').advance(4).incoming()).toMatchObject({ 'active NodeAdd': 1 });
});

test('of pods that are woken together, and new ones, those that wait longest go first', () => {
  const at = cluster('2')
    .pod('filler', { cpu: '2' })
    .settle()
    .pod('early', { cpu: '1500m', spec: { schedulingGates: [{ name: 'example.com/a' }] } })
    .settle()
    .delete('Pod', 'filler');
  at.pod('late', { cpu: '1500m' })
    .patch('Pod', 'early', { spec: { schedulingGates: [] } })
    .settle();
  expect(where(at)).toEqual({ early: 'n1', late: undefined });
});

describe('of a pod that has a node in view', () => {
  const crowded = () => {
    const at = cluster();
    for (const [name, value] of [
      ['high', 1000],
      ['low', 10],
    ] as const)
      at.create({ ...{ apiVersion: 'scheduling.k8s.io/v1', kind: 'PriorityClass', metadata: { name } }, value });
    at.pod('victim', { cpu: '3', model: { 'stop-after': '20s' } }).settle();
    at.pod('vip', { cpu: '2', spec: { priorityClassName: 'high' } }).advance(2);
    at.pod('waits', { cpu: '3', spec: { priorityClassName: 'low' } }).advance(2);
    expect(at.get('Pod', 'vip').status.nominatedNodeName).toBe('n1');
    at.incoming();
    return at;
  };

  test('its deletion makes room for those that are no more important', () => {
    expect(crowded().delete('Pod', 'vip').advance(1).incoming()).toEqual({ 'active AssignedPodDelete': 1, ...FAILED });
  });

  test('its placement wakes them too', () => {
    const at = crowded().advance(17);
    expect([where(at), at.incoming()]).toEqual([
      { vip: 'n1', waits: undefined },
      {
        ...{ 'active AssignedPodDelete': 2, 'backoff AssignedPodDelete': 1, 'active PopFromBackoffQ': 1 },
        'unschedulable ScheduleAttemptFailure': 2,
      },
    ]);
  });
});

test('a pod that waits, is deleted and is held by a finalizer is taken once more, and passed over', () => {
  const at = cluster('1')
    .pod('big', { cpu: '2', metadata: { finalizers: ['example.com/hold'] } })
    .settle()
    .delete('Pod', 'big')
    .settle();
  at.incoming();
  expect(at.node('n2').settle().incoming()).toEqual({ 'active NodeAdd': 1 });
  expect([where(at), at.events().at(-1)]).toEqual([
    { big: undefined },
    'default-scheduler Pod/big FailedScheduling: skip schedule deleting pod: t/big',
  ]);
  at.patch('Pod', 'big', { metadata: { labels: { a: 'b' } } }).settle();
  expect(at.incoming()).toEqual({ 'active UnschedulablePodUpdate': 1 });
});

test('a pod of one node waits for that node and for changes of taints, though a taint keeps it off', () => {
  const matchFields = [{ key: 'metadata.name', operator: 'In', values: ['n2'] }];
  const required = { nodeSelectorTerms: [{ matchFields }] };
  const spec = { affinity: { nodeAffinity: { requiredDuringSchedulingIgnoredDuringExecution: required } } };
  const at = cluster().pod('pinned', { spec }).settle();
  expect(at.incoming()).toEqual({ ...NEW, ...FAILED });
  expect(
    at
      .node('n2', { taints: [{ key: 'team', effect: 'NoSchedule' }] })
      .settle()
      .incoming(),
  ).toEqual({
    ...{ 'active NodeAdd': 1, 'backoff NodeUpdateNodeTaint': 1, 'active PopFromBackoffQ': 1 },
    'unschedulable ScheduleAttemptFailure': 2,
  });
  at.advance(5).patch('Node', 'n1', { spec: { taints: [{ key: 'a', effect: 'PreferNoSchedule' }] } });
  expect(at.settle().incoming()).toEqual({ 'active NodeUpdateNodeTaint': 1, ...FAILED });
});

test('of pods that wait the one of the highest priority goes first', () => {
  const at = cluster('2');
  for (const [name, value] of [
    ['low', 10],
    ['high', 1000],
    ['middle', 100],
  ] as const)
    at.create({
      ...{ apiVersion: 'scheduling.k8s.io/v1', kind: 'PriorityClass', metadata: { name } },
      ...{ value, preemptionPolicy: 'Never' },
    });
  at.pod('filler', { cpu: '1500m' }).settle();
  for (const name of ['low', 'high', 'middle']) at.pod(name, { cpu: '1', spec: { priorityClassName: name } });
  at.settle().delete('Pod', 'filler').settle();
  expect(where(at)).toEqual({ low: undefined, high: 'n1', middle: 'n1' });
});

test('a pod of higher priority takes the place of others; while they end it is nominated', () => {
  const at = cluster().create({
    ...{ apiVersion: 'scheduling.k8s.io/v1', kind: 'PriorityClass', metadata: { name: 'high' }, value: 1000 },
  });
  at.pod('victim', { cpu: '3', model: { 'stop-after': '9s' } }).settle();
  at.pod('vip', { cpu: '2', spec: { priorityClassName: 'high' } }).advance(4);
  expect(at.get('Pod', 'vip').status.nominatedNodeName).toBe('n1');
  expect(at.conditions('Pod', 'victim')).toContain('DisruptionTarget=True PreemptionByScheduler');
  expect(at.settle(8_000).incoming()).toEqual({
    ...{ 'active UnschedulablePodAdd': 2, 'active AssignedPodDelete': 1 },
    ...FAILED,
  });
  expect(where(at)).toEqual({ vip: 'n1' });
  expect(at.events().filter((event) => / Preempted: /.test(event))).toHaveLength(1);
});

test('a pod that has waited for 5 minutes is tried again, at the next look, and is not written anew', () => {
  const at = cluster('1').pod('big', { cpu: '2' }).settle();
  at.incoming();
  const written = (): number => at.changes.filter(({ object }) => object.kind === 'Pod').length;
  const before = written();
  expect(at.advance(310).incoming()).toEqual({});
  expect(at.advance(30).incoming()).toEqual({ 'active UnschedulableTimeout': 1, ...FAILED });
  expect([before, written()]).toEqual([2, 2]);
});

test('without a node a pod backs off 1 s, 2 s, 4 s ...; pods of another scheduler are left alone', () => {
  const at = new Scenario()
    .pod('p')
    .pod('foreign', { spec: { schedulerName: 'mine' } })
    .advance(8);
  expect(at.incoming()).toEqual({
    ...{ 'active UnschedulablePodAdd': 1, 'backoff ScheduleAttemptFailure': 3, 'active BackoffComplete': 2 },
  });
  expect(at.node('n1').settle(20_000).get('Pod', 'foreign').spec.nodeName).toBeUndefined();
  expect(where(at)['p']).toBe('n1');
});
