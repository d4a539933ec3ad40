import { made, zoned } from './made-month.js';
import {
  amount,
  api,
  asked,
  begin,
  from,
  decisionsIn,
  isWeb,
  ofKind,
  path,
  placed,
  rows,
  sum,
  waiting,
  type Row,
  type Thing,
} from './month-by-hand.js';

/**
 * The numbers of reports, against computations that share nothing with them: from manifests, decisions and changes as
 * the API lists them, with arithmetic of their own.
 */
beforeAll(begin);
afterAll(() => api.stop());

test('quotas and refusals: as objects and the list of refusals have them', async () => {
  const [quota] = ofKind('ResourceQuota');
  const found = await rows('quotas');
  expect(found.map(({ resource, hard, used, free, usedRatio }) => [resource, hard, used, free, usedRatio])).toEqual(
    Object.entries(quota?.spec.hard ?? {})
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([resource, hard]) => {
        const [allowed, used] = [amount(hard), amount(quota?.status.used?.[resource])];
        return [resource, allowed, used, sum([allowed, -used]), Math.round((used / allowed) * 1e6) / 1e6];
      }),
  );
  const refused = (await api.get(path('refusals')).expect(200)).body.items as { reason: string }[];
  const [row] = await rows('refusals');
  expect(row).toMatchObject({ group: 'ResourceQuota', refusals: refused.length, byQuotas: 1, objects: 1 });
});

test('fragmentation and shapes: node by node', async () => {
  const shapes = new Map<string, { count: number; pod: Thing }>();
  for (const pod of ofKind('Pod')) {
    const key = `cpu=${asked(pod, 'requests', 'cpu') * 1000}m,memory=${asked(pod, 'requests', 'memory')}`;
    shapes.set(key, { count: (shapes.get(key)?.count ?? 0) + 1, pod });
  }
  const left = ofKind('Node').map(({ metadata, status }) => {
    const there = placed().filter(({ spec }) => spec.nodeName === metadata.name);
    const free = (resource: string): number =>
      sum([amount(status.allocatable[resource]), ...there.map((pod) => -asked(pod, 'requests', resource))]);
    const fits = (pod: Thing): number =>
      Math.max(
        0,
        Math.min(
          amount(status.allocatable['pods']) - there.length,
          ...(['cpu', 'memory'] as const).map((one) => Math.floor(free(one) / asked(pod, 'requests', one) + 1e-9)),
        ),
      );
    return { free, fits };
  });
  for (const row of await rows('shapes')) {
    const { count, pod } = shapes.get(String(row['shape'])) as { count: number; pod: Thing };
    const more = left.map(({ fits }) => fits(pod));
    expect(row).toMatchObject({ pods: count, moreFit: sum(more), nodes: more.filter((one) => one > 0).length });
  }
  const all = [...shapes.values()];
  const pods = sum(all.map(({ count }) => count));
  for (const resource of ['cpu', 'memory']) {
    const [row] = await rows('fragmentation', `resources=${resource}`);
    const free = sum(left.map((node) => node.free(resource)));
    const unusable = left.map((node) => {
      const without = all.filter(({ pod }) => node.fits(pod) === 0);
      return node.free(resource) * (sum(without.map(({ count }) => count)) / pods);
    });
    expect(row).toMatchObject({
      free,
      stranded: sum(
        left.filter((node) => all.every(({ pod }) => node.fits(pod) === 0)).map((node) => node.free(resource)),
      ),
      largestFree: Math.max(...left.map((node) => node.free(resource))),
    });
    expect(row?.['fragmented']).toBeCloseTo(
      unusable.reduce((total, one) => total + one, 0),
      3,
    );
  }
});

test('risk: each zone that is lost, the budget, the single points', async () => {
  const found = await rows('risk');
  const losses = found.filter((row) => row['risk'] === 'loss');
  expect(losses.map((row) => row['subject']).sort()).toEqual(['a', 'b', 'c']);
  for (const row of losses) {
    const lost = ofKind('Node').filter(
      ({ metadata }) => metadata.labels?.['topology.kubernetes.io/zone'] === row['subject'],
    );
    const there = placed().filter(({ spec }) => lost.some(({ metadata }) => metadata.name === spec.nodeName));
    expect(row).toMatchObject({ nodes: lost.length, pods: there.length });
  }
  expect(found.find((row) => row['risk'] === 'budget')).toMatchObject({ namespace: 'shop', subject: 'stay', pods: 2 });
  expect(found.find((row) => row['risk'] === 'singleReplica')).toMatchObject({ subject: 'StatefulSet db', pods: 1 });
});

test('placement quality: shares of nodes, and the spread of controllers', async () => {
  const shares = ofKind('Node').map(({ metadata, status }) => {
    const there = placed().filter(({ spec }) => spec.nodeName === metadata.name);
    return sum(there.map((pod) => asked(pod, 'requests', 'cpu'))) / amount(status.allocatable['cpu']);
  });
  const mean = shares.reduce((total, one) => total + one, 0) / shares.length;
  const deviation = Math.sqrt(shares.reduce((total, one) => total + (one - mean) ** 2, 0) / shares.length);
  const zones = new Set(
    placed()
      .filter(isWeb)
      .map(({ spec }) => ofKind('Node').find(({ metadata }) => metadata.name === spec.nodeName))
      .map((node) => node?.metadata.labels?.['topology.kubernetes.io/zone']),
  );
  const [row] = await rows('placement-quality', 'resources=cpu');
  const failed = (await decisionsIn())
    .filter(({ outcome }) => outcome === 'unschedulable')
    .map(({ at }) => at)
    .sort();
  expect(row).toMatchObject({
    nodes: shares.length,
    nodeMin: Math.round(Math.min(...shares) * 1e6) / 1e6,
    nodeMax: Math.round(Math.max(...shares) * 1e6) / 1e6,
    nodeMean: Math.round(mean * 1e6) / 1e6,
    nodeDeviation: Math.round(deviation * 1e6) / 1e6,
    owners: placed().filter(isWeb).length > 1 ? 1 : 0,
    ownersOverZones: zones.size > 1 ? 1 : 0,
    firstFailureAt: failed[0],
  });
  // Four pods of 2.75 cores on ten cores.
  expect(row?.['utilizationAtFirstFailure']).toBe(0.275);
});

test('releases: nothing but a larger node helps the largest pod', async () => {
  const found = await rows('releases');
  for (const row of found) expect(row).toMatchObject({ kind: 'addNode', stuck: waiting().length });
  const explained = (await api.get(path('pending/explanation')).expect(200)).body;
  expect(found.map((row) => row['released'])).toEqual(explained.changes.map(({ released }: Row) => released));
});

test('an attempt at the end of a period is not of the period', async () => {
  const [first] = await rows('placement-quality', 'resources=cpu');
  const at = String(first?.['firstFailureAt']);
  const before = (await api.get(path(`reports/placement-quality?from=${from}&to=${at}&resources=cpu`)).expect(200))
    .body;
  expect(before.items[0].firstFailureAt).toBeNull();
  const then = (await api.get(path(`reports/placement-quality?at=${at}&resources=cpu`)).expect(200)).body;
  expect(then.items[0].firstFailureAt).toBe(at);
});

/** A node and a pod with as much as the computations below know. */
interface SmallNode {
  readonly name: string;
  readonly zone: string;
  readonly cpu: number;
  readonly taint?: string;
}
interface SmallPod {
  readonly name: string;
  readonly cpu: number;
  readonly memory: number;
  readonly zone?: string;
  readonly tolerates?: boolean;
  readonly node?: string;
  /** No controller recreates it. */
  readonly bare?: true;
}

const MEMORY = 8;
const NODES: readonly SmallNode[] = [
  { name: 'n-a', zone: 'a', cpu: 4 },
  { name: 'n-b', zone: 'b', cpu: 4 },
  { name: 'n-c', zone: 'c', cpu: 2, taint: 'pool' },
];
const BOUND: readonly SmallPod[] = [
  ...['a-1', 'a-2', 'a-3'].map((name) => ({ name, cpu: 1, memory: 1, node: 'n-a' })),
  ...['b-1', 'b-2'].map((name) => ({ name, cpu: 1, memory: 1, node: 'n-b' })),
  { name: 'b-bare', cpu: 1, memory: 1, node: 'n-b', bare: true },
  { name: 'c-1', cpu: 1, memory: 1, node: 'n-c', tolerates: true },
];
const WAITING: readonly SmallPod[] = [
  { name: 'wide', cpu: 2, memory: 1 },
  { name: 'deep', cpu: 2, memory: 100 },
  { name: 'shy', cpu: 0.5, memory: 1, zone: 'c' },
];

function podOf({ name, cpu, memory, zone, tolerates, node, bare }: SmallPod): object {
  const owner = { kind: 'ReplicaSet', name: 'small' };
  const pod = made(name, {
    ...{ cpu: `${cpu * 1000}m`, memory: `${memory}Gi` },
    ...(bare !== true && { owner }),
    ...(node !== undefined && { node }),
  }) as { readonly spec: object };
  return {
    ...pod,
    spec: {
      ...pod.spec,
      ...(zone !== undefined && { nodeSelector: { 'topology.kubernetes.io/zone': zone } }),
      ...(tolerates === true && { tolerations: [{ key: 'pool', operator: 'Exists' }] }),
    },
  };
}

function nodeOf({ name, zone, cpu, taint }: SmallNode): object {
  const taints = taint === undefined ? [] : [{ key: taint, value: 'x', effect: 'NoSchedule' }];
  return { ...zoned(name, zone, { cpu: String(cpu), memory: `${MEMORY}Gi` }), spec: { taints } };
}

/** All that is in the way of a pod on a node with these pods. */
function obstacles(pod: SmallPod, node: SmallNode, there: readonly SmallPod[]): string[] {
  const isShort = (of: 'cpu' | 'memory', capacity: number): boolean =>
    there.reduce((free, one) => free - one[of], capacity) < pod[of];
  return [
    ...(pod.zone !== undefined && pod.zone !== node.zone
      ? ["NodeAffinity: node(s) didn't match Pod's node affinity/selector"]
      : []),
    ...(isShort('cpu', node.cpu) ? ['NodeResourcesFit: Insufficient cpu'] : []),
    ...(isShort('memory', MEMORY) ? ['NodeResourcesFit: Insufficient memory'] : []),
    ...(node.taint !== undefined && pod.tolerates !== true
      ? [`TaintToleration: node(s) had untolerated taint {${node.taint}: x}`]
      : []),
  ];
}

/** How many of the pods have a node at most: every assignment is tried. */
function mostPlaced(pods: readonly SmallPod[], nodes: readonly SmallNode[], placed: readonly SmallPod[]): number {
  const [pod, ...rest] = pods;
  if (pod === undefined) return 0;
  const tried = nodes
    .filter(
      (node) =>
        obstacles(
          pod,
          node,
          placed.filter((one) => one.node === node.name),
        ).length === 0,
    )
    .map(({ name }) => 1 + mostPlaced(rest, nodes, [...placed, { ...pod, node: name }]));
  return Math.max(mostPlaced(rest, nodes, placed), ...tried);
}

describe('where every assignment can be tried', () => {
  let small: string;
  const found = async (report: string): Promise<Row[]> =>
    (await api.get(`/v1/clusters/${small}/reports/${report}`).expect(200)).body.items as Row[];
  beforeAll(async () => {
    const name = `small-${api.team.slice(0, 8)}`;
    small = (await api.post('/v1/clusters').send({ name, controllers: 'none' }).expect(201)).body.id;
    const items = [...NODES.map(nodeOf), ...[...BOUND, ...WAITING].map(podOf)];
    await api.post(`/v1/clusters/${small}/import`).send({ apiVersion: 'v1', kind: 'List', items }).expect(200);
    await api.post(`/v1/clusters/${small}/runs`).send({}).expect(201);
  });

  test('risk: as many pods are homeless as no assignment gives a node', async () => {
    const losses = (await found('risk')).filter(({ risk }) => risk === 'loss');
    const byHand = NODES.map(({ name, zone }) => {
      const there = BOUND.filter(({ node }) => node === name);
      const moving = there.filter(({ bare }) => bare !== true);
      const rest = NODES.filter((node) => node.name !== name);
      const staying = BOUND.filter(({ node }) => node !== name);
      return [zone, there.length, moving.length - mostPlaced(moving, rest, staying)];
    });
    expect(byHand.map(([, , homeless]) => homeless)).toEqual([2, 1, 0]);
    expect(losses.map(({ subject, pods, homeless }) => [subject, pods, homeless]).sort()).toEqual(byHand);
  });

  test('pending: obstacles node by node, alone in their plugin, and alone at all', async () => {
    const words = (all: readonly string[]): string => [...new Set(all)].sort().join('; ');
    const pluginsOf = (all: readonly string[]): Set<string> => new Set(all.map((one) => one.split(':')[0] ?? ''));
    const byHand = WAITING.map((pod) => {
      const each = NODES.map((node) =>
        obstacles(
          pod,
          node,
          BOUND.filter((one) => one.node === node.name),
        ),
      );
      return {
        pod: pod.name,
        any: words(each.flat()),
        sole: words(each.filter((all) => pluginsOf(all).size === 1).flat()),
        only: words(each.filter((all) => all.length === 1).flat()),
      };
    });
    const rows = (await found('pending')).map(({ pod, any, sole, only }) => ({ pod, any, sole, only }));
    expect(rows.sort((a, b) => (String(a.pod) < String(b.pod) ? -1 : 1))).toEqual(
      byHand.sort((a, b) => (a.pod < b.pod ? -1 : 1)),
    );
    // A pod that is short of two resources everywhere waits for neither alone.
    expect(byHand.find(({ pod }) => pod === 'deep')).toMatchObject({ only: '' });
  });

  test('releases: as many pods as an assignment to the changed nodes places', async () => {
    expect(mostPlaced(WAITING, NODES, BOUND)).toBe(0);
    const changes = NODES.flatMap((node) => {
      const { taint, ...untainted } = node;
      const others = NODES.filter((one) => one !== node);
      return [
        {
          kind: 'addNode',
          name: node.name,
          released: mostPlaced(WAITING, [...NODES, { ...node, name: 'new' }], BOUND),
        },
        ...(taint === undefined
          ? []
          : [{ kind: 'removeTaint', name: node.name, released: mostPlaced(WAITING, [...others, untainted], BOUND) }]),
      ];
    });
    // Nodes of the same amounts that release the same are one change: n-b is as n-a.
    const apart = changes.filter(({ kind, name, released }) => released > 0 && !(kind === 'addNode' && name === 'n-b'));
    expect(changes.find(({ name }) => name === 'n-b')?.released).toBe(apart[0]?.released);
    const rows = await found('releases');
    const named = rows.map(({ kind, change, released, stuck }) => [
      kind,
      /n-[abc]/.exec(String(change))?.[0],
      released,
      stuck,
    ]);
    expect(named.sort()).toEqual(
      apart.map(({ kind, name, released }) => [kind, name, released, WAITING.length]).sort(),
    );
  });
});
