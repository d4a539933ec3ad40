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
