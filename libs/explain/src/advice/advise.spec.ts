import type { PodDisruptionBudget } from '#kubernetes';
import type { Node, Pod } from '#scheduler';
import { advise, type Advice, type Advising } from './advise.js';
import { GroupedPods, type ModelObjects } from './model.js';
import { ADVICE_RULES } from './rules/index.js';

const node = (name: string, more: object = {}, labels: Record<string, string> = {}): Node => ({
  metadata: { name, labels: { 'kubernetes.io/hostname': name, ...labels } },
  status: { allocatable: { cpu: '4', memory: '8Gi', pods: '110' } },
  ...more,
});

const pod = (name: string, spec: object = {}, requests: Record<string, string> = { cpu: '1' }): Pod => ({
  metadata: { name, namespace: 'shop', uid: name, labels: { app: 'web' } },
  spec: { containers: [{ name: 'c', resources: { requests } }], ...spec },
});

const budget = (name: string, spec: PodDisruptionBudget['spec']): PodDisruptionBudget => ({
  apiVersion: 'policy/v1',
  kind: 'PodDisruptionBudget',
  metadata: { name, namespace: 'shop' },
  spec: { selector: { matchLabels: { app: 'web' } }, ...spec },
});

const WEB = { matchLabels: { app: 'web' } };
const OTHER = { matchLabels: { app: 'other' } };
const spread = (labelSelector: object, topologyKey = 'zone', whenUnsatisfiable = 'DoNotSchedule') => ({
  topologySpreadConstraints: [{ maxSkew: 1, topologyKey, whenUnsatisfiable, labelSelector }],
});
const affinity = (kind: string, labelSelector: object, topologyKey = 'kubernetes.io/hostname') => ({
  affinity: { [kind]: { requiredDuringSchedulingIgnoredDuringExecution: [{ topologyKey, labelSelector }] } },
});
const tolerating = (toleration: object) => ({ tolerations: [toleration] });
const GPU = { key: 'gpu', value: 'true', effect: 'NoSchedule' };

function advice(objects: Partial<ModelObjects>, how?: Advising): readonly Advice[] {
  const { pods = [], ...others } = objects;
  const groups = new GroupedPods();
  for (const one of pods) groups.add(one);
  const model = { nodes: [node('a'), node('b')], budgets: [], priorityClasses: [], services: [], namespaces: [] };
  const steps = advise({ ...model, ...others, groups }, how);
  for (let step = steps.next(); ; step = steps.next()) if (step.done === true) return step.value;
}

const LEAVING = { key: 'ToBeDeletedByClusterAutoscaler', value: '1700000000', effect: 'NoSchedule' };
const CANDIDATE = { key: 'DeletionCandidateOfClusterAutoscaler', value: '1700000000', effect: 'PreferNoSchedule' };

/** A model that a rule finds something in, and one that is nearly it. */
const CASES: readonly [rule: string, hit: Partial<ModelObjects>, objects: number, miss: Partial<ModelObjects>][] = [
  [
    'node-leaving',
    { nodes: [node('a', { spec: { taints: [LEAVING] } }), node('b')] },
    1,
    { nodes: [node('a', { spec: { taints: [CANDIDATE] } })] },
  ],
  ['requests-above-nodes', { pods: [pod('p', {}, { cpu: '4001m' })] }, 1, { pods: [pod('p', {}, { cpu: '4' })] }],
  [
    'requests-above-nodes',
    {
      nodes: [node('a'), node('b', { status: { allocatable: { cpu: '1', memory: '64Gi' } } })],
      pods: [pod('p', {}, { cpu: '2', memory: '16Gi' })],
    },
    1,
    { pods: [pod('p', {}, { cpu: '2', memory: '8Gi' })] },
  ],
  [
    'selector-matches-nothing',
    { pods: [pod('p', { nodeSelector: { disk: 'ssd' } })] },
    1,
    { nodes: [node('a', {}, { disk: 'ssd' })], pods: [pod('p', { nodeSelector: { disk: 'ssd' } })] },
  ],
  [
    'selector-matches-nothing',
    { pods: [pod('p', affinity('podAffinity', OTHER))] },
    1,
    { pods: [pod('p', affinity('podAffinity', WEB))] },
  ],
  [
    'selector-matches-nothing',
    { budgets: [budget('b', { minAvailable: 1, selector: OTHER })], pods: [pod('p'), pod('q')] },
    1,
    { budgets: [budget('b', { minAvailable: 1 })], pods: [pod('p'), pod('q')] },
  ],
  [
    'selector-matches-nothing',
    {
      services: [{ metadata: { name: 's', namespace: 'shop' }, spec: { selector: { app: 'none' } } }],
      pods: [pod('p')],
    },
    1,
    { services: [{ metadata: { name: 's', namespace: 'shop' }, spec: {} }], pods: [pod('p')] },
  ],
  [
    'anti-affinity-bound',
    { pods: ['p', 'q', 'r'].map((name) => pod(name, affinity('podAntiAffinity', WEB))) },
    3,
    { pods: ['p', 'q'].map((name) => pod(name, affinity('podAntiAffinity', WEB))) },
  ],
  [
    'topology-key-missing',
    { nodes: [node('a', {}, { zone: 'z1' }), node('b')], pods: [pod('p', spread(WEB))] },
    2,
    { nodes: [node('a', {}, { zone: 'z1' }), node('b', {}, { zone: 'z2' })], pods: [pod('p', spread(WEB))] },
  ],
  [
    'topology-key-missing',
    { nodes: [node('a', {}, { zone: 'z1' }), node('b')], pods: [pod('p', affinity('podAntiAffinity', OTHER, 'zone'))] },
    2,
    { nodes: [node('a', {}, { zone: 'z1' }), node('b')], pods: [pod('p', spread(WEB, 'zone', 'ScheduleAnyway'))] },
  ],
  [
    'spread-without-itself',
    { pods: [pod('p', spread(OTHER, 'kubernetes.io/hostname'))] },
    1,
    { pods: [pod('p', spread(WEB, 'kubernetes.io/hostname'))] },
  ],
  [
    'budget-never-disruptable',
    { budgets: [budget('b', { minAvailable: 2 })], pods: [pod('p'), pod('q')] },
    3,
    { budgets: [budget('b', { minAvailable: 1 })], pods: [pod('p'), pod('q')] },
  ],
  [
    'budget-never-disruptable',
    { budgets: [budget('b', { minAvailable: '51%' })], pods: [pod('p')] },
    2,
    { budgets: [budget('b', { maxUnavailable: '1%' })], pods: [pod('p')] },
  ],
  [
    'budgets-overlap',
    { budgets: [budget('b', { minAvailable: 1 }), budget('c', { maxUnavailable: 1 })], pods: [pod('p'), pod('q')] },
    4,
    {
      budgets: [budget('b', { minAvailable: 1 }), budget('c', { maxUnavailable: 1, selector: OTHER })],
      pods: [pod('p'), pod('q'), { ...pod('o'), metadata: { name: 'o', namespace: 'shop', labels: { app: 'other' } } }],
    },
  ],
  [
    'toleration-unused',
    { pods: [pod('p', tolerating({ ...GPU, value: 'yes' }))], nodes: [node('a', { spec: { taints: [GPU] } })] },
    1,
    { pods: [pod('p', tolerating(GPU))], nodes: [node('a', { spec: { taints: [GPU] } })] },
  ],
  [
    'toleration-unused',
    { pods: [pod('p', tolerating({ key: 'gpu', operator: 'Exists' }))] },
    1,
    {
      pods: [
        pod('p', tolerating({ key: 'node.kubernetes.io/not-ready', operator: 'Exists' })),
        pod('q', tolerating({ operator: 'Exists' })),
      ],
    },
  ],
  [
    'priority-unused',
    { priorityClasses: [{ metadata: { name: 'high' } }], pods: [pod('p')] },
    1,
    {
      priorityClasses: [{ metadata: { name: 'high' } }, { metadata: { name: 'system-node-critical' } }],
      pods: [pod('p', { priorityClassName: 'high' })],
    },
  ],
];

test.each(CASES)('%s: a hit, and a near miss', (rule, hit, objects, miss) => {
  const found = advice(hit).filter((one) => one.rule === rule);
  expect(found.map(({ objectCount }) => objectCount)).toEqual([objects]);
  expect(found[0]?.sentence).toMatch(/^[A-Z0-9].*\.$/);
  const namespaces = (found[0]?.objects ?? []).map(({ namespace }) => namespace ?? '');
  expect(namespaces).toContain(found[0]?.namespace ?? '');
  expect(advice(miss)).toEqual([]);
});

test('every rule has a hit and a near miss here', () => {
  expect(new Set(CASES.map(([rule]) => rule))).toEqual(new Set(ADVICE_RULES.map(({ name }) => name)));
});

test('a sentence names what it is about', () => {
  expect(advice({ pods: [pod('p', {}, { cpu: '5' }), pod('q', {}, { cpu: '5' })] })).toEqual([
    {
      rule: 'requests-above-nodes',
      namespace: 'shop',
      objects: [
        { kind: 'Pod', namespace: 'shop', name: 'p' },
        { kind: 'Pod', namespace: 'shop', name: 'q' },
      ],
      objectCount: 2,
      sentence: '2 pods like shop/p request 5 cpu: each of 2 nodes that they may use has less.',
      remedy: 'Request less, or add a node with enough resources.',
    },
  ]);
});

test('an affinity whose namespaces are selected by their labels is read with the labels of every namespace', () => {
  const term = {
    topologyKey: 'kubernetes.io/hostname',
    labelSelector: OTHER,
    namespaceSelector: { matchLabels: { a: 'b' } },
  };
  const podAffinity = { requiredDuringSchedulingIgnoredDuringExecution: [term] };
  const lonely = pod('p', { affinity: { podAffinity } });
  const friend = { ...pod('q'), metadata: { name: 'q', namespace: 'far', uid: 'q', labels: { app: 'other' } } };
  const far = (labels: Record<string, string>) => [{ metadata: { name: 'far', labels } }];
  const rules = (namespaces: ModelObjects['namespaces']) =>
    advice({ pods: [lonely, friend], namespaces }).map(({ rule }) => rule);
  expect(rules(far({ a: 'b' }))).toEqual([]);
  expect(rules(far({ a: 'c' }))).toEqual(['selector-matches-nothing']);
});

test.each<[string, Record<string, string>, string]>([
  ['a slip', { pool: 'genral' }, 'No node has pool=genral, 1 has pool=general.'],
  [
    'a kind of node',
    { 'kubernetes.io/arch': 'arm64' },
    'No node has kubernetes.io/arch=arm64, which says what a node is: a node of that kind is needed, ' +
      'or the pod asks for another one.',
  ],
  ['a label', { disk: 'ssd' }, 'Label nodes accordingly, or select labels that nodes have.'],
])('what is to be done about a selector that asks for what no node has: %s', (_what, nodeSelector, remedy) => {
  const nodes = [node('a', {}, { pool: 'general', 'kubernetes.io/arch': 'amd64' })];
  expect(advice({ nodes, pods: [pod('p', { nodeSelector })] }).map((one) => one.remedy)).toEqual([remedy]);
});

test.each([
  ['topology.kubernetes.io/zone', 'look why these nodes do not have it'],
  ['acme', 'Label these nodes with acme'],
])('nodes without the label %s', (topologyKey, remedy) => {
  const nodes = [node('a'), node('b', {}, { [topologyKey]: 'x' })];
  const found = advice({ nodes, pods: [pod('p', spread(WEB, topologyKey))] });
  expect(found.map(({ rule }) => rule)).toContain('topology-key-missing');
  expect(found.find(({ rule }) => rule === 'topology-key-missing')?.remedy).toContain(remedy);
});

test('a rule that throws says so in its place, and the others answer', () => {
  const broken = {
    name: 'broken',
    description: 'Throws.',
    *find(): Generator<never> {
      yield* [];
      throw new Error('no such thing');
    },
  };
  const failed: unknown[] = [];
  const found = advice(
    { pods: [pod('p', {}, { cpu: '5' })] },
    { rules: [broken, ...ADVICE_RULES], onFailure: (rule, error) => failed.push([rule, (error as Error).message]) },
  );
  expect(found.map(({ rule, objectCount }) => [rule, objectCount])).toEqual([
    ['broken', 0],
    ['requests-above-nodes', 1],
  ]);
  expect(found[0]?.sentence).toContain('The rule broken failed');
  expect(failed).toEqual([['broken', 'no such thing']]);
});
