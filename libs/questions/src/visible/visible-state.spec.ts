import fc from 'fast-check';
import { PastObject, PastState } from '#state';
import { cases, seedOfCases } from '#test-cases';
import { namedPods, visibleState } from './visible-state.js';

interface Given {
  readonly kind: string;
  readonly namespace: string;
  readonly name: string;
  readonly [field: string]: unknown;
}

const SIGHT = { kind: 'only', namespaces: new Set(['ours']) } as const;

/** The log numbers objects of the whole cluster: where they stand in it is no part of what is compared. */
function stateOf(objects: readonly Given[]): PastState {
  const state = new PastState(BigInt(objects.length));
  for (const { kind, namespace, name, ...rest } of objects) {
    const uid = `${kind}-${namespace}-${name}`;
    const text = JSON.stringify({ kind, metadata: { namespace, name, uid }, ...rest });
    state.add(
      new PastObject(
        { kind, namespace, name, uid },
        { resourceVersion: 1n, createdPosition: 1n },
        { text, patches: [] },
      ),
    );
  }
  return state;
}

const pod = (namespace: string, name: string, spec: object, more: object = {}): Given => ({
  kind: 'Pod',
  namespace,
  name,
  spec,
  status: { phase: 'Running' },
  ...more,
});
const container = (milliCpu: number): object => ({
  name: 'c',
  image: 'i',
  resources: { requests: { cpu: `${milliCpu}m` } },
});
const NODES: Given[] = ['a', 'b'].map((name) => ({ kind: 'Node', namespace: '', name, status: {} }));

async function shown(objects: readonly Given[]): Promise<readonly string[]> {
  const { past, others } = await visibleState(stateOf(objects), SIGHT);
  return [
    ...[...past.objects()].map(({ kind, namespace, name, text }) => `${kind} ${namespace}/${name} ${text}`),
  ].concat(JSON.stringify(others));
}

/** Pods of others on a node: how the same sum is divided, and everything that a reader must not learn. */
const hidden = fc.record({
  shares: fc.array(fc.integer({ min: 0, max: 400 }), { minLength: 3, maxLength: 3 }),
  namespace: fc.constantFrom('theirs', 'others', 'ours2'),
  labels: fc.dictionary(fc.constantFrom('app', 'team', 'x'), fc.constantFrom('1', '2')),
  port: fc.option(fc.constantFrom(80, 443)),
  priority: fc.integer({ min: -5, max: 5_000 }),
  pending: fc.nat(3),
  budget: fc.boolean(),
  prefix: fc.constantFrom('p', 'zz', 'a'),
});
type Hidden = typeof hidden extends fc.Arbitrary<infer T> ? T : never;

const TOTAL = 1_500;

/** Three pods on node a that request 1.5 cores together, one that has ended there, and pending ones. */
function objectsOf({ shares, namespace, labels, port, priority, pending, budget, prefix }: Hidden): Given[] {
  const [first = 0, second = 0] = shares;
  const placed = [first, second, TOTAL - first - second].map((share, index) =>
    pod(
      namespace,
      `${prefix}${index}`,
      {
        nodeName: 'a',
        priority,
        containers: [{ ...container(share), ...(port !== null && { ports: [{ hostPort: port + index }] }) }],
      },
      { labels },
    ),
  );
  const ended = pod(namespace, `${prefix}-ended`, { nodeName: 'a', containers: [container(900)] });
  const waiting = Array.from({ length: pending }, (_, index) =>
    pod(namespace, `${prefix}-pending-${index}`, { containers: [container(100)] }, { status: { phase: 'Pending' } }),
  );
  const volume = {
    kind: 'PersistentVolume',
    namespace: '',
    name: 'v',
    spec: { claimRef: { namespace, name: prefix } },
  };
  return [
    ...placed,
    { ...ended, status: { phase: 'Succeeded' } },
    ...waiting,
    volume,
    { kind: 'Namespace', namespace: '', name: namespace, labels },
    ...(budget ? [{ kind: 'PodDisruptionBudget', namespace, name: prefix, spec: { selector: {} } }] : []),
    pod(namespace, `${prefix}-nowhere`, { nodeName: 'gone', containers: [container(300)] }),
  ];
}

const OWN = [
  ...NODES,
  pod('ours', 'mine', { nodeName: 'a', containers: [container(250)] }),
  pod('ours', 'waits', { containers: [container(700)] }, { status: { phase: 'Pending' } }),
];

test('two clusters that differ only in what is hidden are the same to their reader', async () => {
  await fc.assert(
    fc.asyncProperty(hidden, hidden, async (one, other) => {
      const [first, second] = [await shown([...OWN, ...objectsOf(one)]), await shown([...OWN, ...objectsOf(other)])];
      expect(first).toEqual(second);
      const text = first.join('\n');
      for (const { namespace } of [one, other]) expect(text).not.toContain(namespace);
    }),
    { numRuns: cases(500), seed: seedOfCases() },
  );
});

const USUAL: Hidden = {
  shares: [100, 100, 0],
  namespace: 'theirs',
  labels: {},
  port: null,
  priority: 0,
  pending: 1,
  budget: true,
  prefix: 'p',
};

test('what a node shows counts: another sum, or another number of pods, is another state', async () => {
  const first = await shown([...OWN, ...objectsOf(USUAL)]);
  const more = pod('theirs', 'more', { nodeName: 'a', containers: [container(0)] });
  expect(await shown([...OWN, ...objectsOf(USUAL), more])).not.toEqual(first);
  const elsewhere = objectsOf(USUAL).map((one) => (one.name === 'p2' ? pod('theirs', 'p2', { nodeName: 'b' }) : one));
  expect(await shown([...OWN, ...elsewhere])).not.toEqual(first);
});

test('the sums of others take the room that they take, and are no pods of the reader', async () => {
  const visible = await visibleState(stateOf([...OWN, ...objectsOf(USUAL)]), SIGHT);
  expect(visible.others).toEqual({
    pods: 3,
    requests: expect.arrayContaining([{ resource: 'cpu', quantity: '1500m' }]) as unknown,
  });
  expect(namedPods(visible).map(({ namespace, name }) => `${namespace}/${name}`)).toEqual(['ours/mine', 'ours/waits']);
  expect(visible.past.podsOn('a')).toHaveLength(4);
});

test('who sees everything gets the state itself', async () => {
  const state = stateOf(OWN);
  expect(await visibleState(state, { kind: 'all' })).toEqual({ past: state, others: null });
  expect((await visibleState(state, { kind: 'all' })).past).toBe(state);
});
