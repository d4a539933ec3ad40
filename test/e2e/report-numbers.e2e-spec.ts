import {
  amount,
  api,
  asked,
  begin,
  changesIn,
  decisionsIn,
  from,
  isWeb,
  ofKind,
  placed,
  rows,
  sum,
  to,
  total,
  waiting,
  type Thing,
  type Change,
} from './month-by-hand.js';

/**
 * The numbers of reports, against computations that share nothing with them: from manifests, decisions and changes as
 * the API lists them, with arithmetic of their own.
 */
beforeAll(begin);
afterAll(() => api.stop());

test('capacity: sums over manifests', async () => {
  const [all, ofNodes, ofSpaces] = await Promise.all(
    ['cluster', 'node', 'namespace'].map((by) => rows('capacity', `by=${by}&resources=cpu,memory`)),
  );
  for (const resource of ['cpu', 'memory']) {
    const allocatable = sum(ofKind('Node').map(({ status }) => amount(status.allocatable[resource])));
    const requested = sum(placed().map((pod) => asked(pod, 'requests', resource)));
    expect(all?.find((row) => row['resource'] === resource)).toMatchObject({
      nodes: ofKind('Node').length,
      pods: placed().length,
      pendingPods: waiting().length,
      allocatable,
      requested,
      limits: sum(placed().map((pod) => asked(pod, 'limits', resource))),
      free: sum([allocatable, -requested]),
      pending: sum(waiting().map((pod) => asked(pod, 'requests', resource))),
      requestedRatio: Math.round((requested / allocatable) * 1e6) / 1e6,
    });
    for (const { metadata, status } of ofKind('Node')) {
      const there = placed().filter(({ spec }) => spec.nodeName === metadata.name);
      const row = ofNodes?.find((one) => one['group'] === metadata.name && one['resource'] === resource);
      expect(row).toMatchObject({
        pods: there.length,
        allocatable: amount(status.allocatable[resource]),
        requested: sum(there.map((pod) => asked(pod, 'requests', resource))),
      });
    }
    const spaces = ofSpaces?.filter((row) => row['resource'] === resource) ?? [];
    expect(spaces.map(({ group }) => group)).toEqual(['kiosk', 'shop']);
    expect(total(spaces, 'requested')).toBe(requested);
  }
  const owners = await rows('capacity', 'by=owner&resources=cpu');
  expect(owners.map(({ group, requested }) => [group, requested])).toEqual([
    ['kiosk/StatefulSet db', 0.25],
    [
      'shop/Deployment web',
      sum(
        placed()
          .filter(isWeb)
          .map((pod) => asked(pod, 'requests', 'cpu')),
      ),
    ],
    [
      null,
      sum(
        placed()
          .filter((pod) => !isWeb(pod) && pod.metadata.name !== 'alone')
          .map((pod) => asked(pod, 'requests', 'cpu')),
      ),
    ],
  ]);
});

test('pending: pods without a node, and what their last decisions say', async () => {
  const found = await rows('pending');
  const decided = await decisionsIn();
  expect(found.map((row) => row['pod']).sort()).toEqual(
    waiting()
      .map(({ metadata }) => metadata.name)
      .sort(),
  );
  for (const row of found) {
    const { metadata } = waiting().find((one) => one.metadata.name === row['pod']) as Thing;
    const own = decided.filter(({ pod }) => pod.uid === metadata.uid).sort((a, b) => (a.at < b.at ? 1 : -1));
    const words = (how: 'first' | 'any' | 'sole'): string => {
      const rejecting = (own[0]?.rejections ?? []).filter(({ nodes }) => nodes[how] > 0);
      return [...new Set(rejecting.map(({ plugin, reason }) => `${plugin}: ${reason}`))].sort().join('; ');
    };
    expect(row).toMatchObject({
      since: new Date(metadata.creationTimestamp).toISOString(),
      waitSeconds: Math.floor((Date.parse(to) - Date.parse(metadata.creationTimestamp)) / 1000),
      triedAt: own[0]?.at ?? null,
      attempts: own.length,
      state: own.length === 0 ? 'neverTried' : own[0]?.outcome,
      first: words('first'),
      any: words('any'),
      sole: words('sole'),
    });
  }
  expect(found.length).toBeGreaterThan(0);
});

test('decisions: counted one by one', async () => {
  const decided = await decisionsIn();
  const hours = (Date.parse(to) - Date.parse(from)) / 3_600_000;
  for (const row of await rows('decisions')) {
    const own = decided.filter(({ outcome }) => outcome === row['group']);
    const margins = own
      .flatMap(({ best }) => (best?.runnerUp ? [Number(best.total) - Number(best.runnerUp.total)] : []))
      .sort((a, b) => a - b);
    expect(row).toMatchObject({
      decisions: own.length,
      [String(row['group'])]: own.length,
      pods: new Set(own.map(({ pod }) => pod.uid)).size,
      perHour: Math.round((own.length / hours) * 1e6) / 1e6,
      ties: own.filter(({ best }) => (best?.ties ?? 0) > 1).length,
      marginP50: row['group'] === 'scheduled' ? (margins[Math.ceil(margins.length / 2) - 1] ?? null) : null,
    });
  }
  for (const row of await rows('decisions', 'by=reason')) {
    const of = (how: 'first' | 'any' | 'sole'): number =>
      decided.filter(({ rejections }) =>
        rejections.some((one) => `${one.plugin}: ${one.reason}` === row['group'] && one.nodes[how] > 0),
      ).length;
    expect(row).toMatchObject({ first: of('first'), any: of('any'), sole: of('sole') });
  }
  expect(total(await rows('decisions'), 'decisions')).toBe(decided.length);
  const [all] = await rows('decisions', 'by=cluster');
  expect(all?.['decisions']).toBe(decided.length);
});

test('waits: from the creation of each pod that was bound', async () => {
  const made = new Map((await changesIn()).flatMap(({ op, uid, object }) => (op === 'create' ? [[uid, object]] : [])));
  const all = (await decisionsIn())
    .filter(({ outcome }) => outcome === 'scheduled')
    .map(({ at, pod }) => ({
      namespace: pod.namespace,
      priority: String(made.get(pod.uid)?.spec.priority ?? 0),
      wait: Math.max(0, Date.parse(at) - Date.parse(made.get(pod.uid)?.metadata.creationTimestamp ?? '')),
    }));
  for (const by of ['namespace', 'priority'] as const)
    for (const row of await rows('waits', `by=${by}`)) {
      const own = all
        .filter((one) => one[by] === row['group'])
        .map(({ wait }) => wait)
        .sort((a, b) => a - b);
      const rank = (share: number): number => own.filter((_, index) => (index + 1) / own.length >= share)[0] ?? NaN;
      expect(row).toMatchObject({
        bindings: own.length,
        meanMs: Math.round((sum(own) / own.length) * 1000) / 1000,
        p50Ms: rank(0.5),
        p90Ms: rank(0.9),
        p99Ms: rank(0.99),
        maxMs: own.at(-1),
      });
    }
  expect(total(await rows('waits', 'by=profile'), 'bindings')).toBe(all.length);
  const buckets = await rows('waits', 'by=priority&buckets=5');
  const counted = buckets.map(({ group, bindings }) => Array<unknown>(Number(bindings)).fill(group));
  expect(counted.flat().sort()).toEqual(all.map(({ priority }) => priority).sort());
});

test('changes: counted one by one', async () => {
  const all = await changesIn();
  for (const [by, of] of [
    ['kind', ({ kind }: Change) => kind],
    ['namespace', ({ namespace }: Change) => namespace || null],
  ] as const)
    for (const row of await rows('changes', `by=${by}`)) {
      const own = all.filter((one) => of(one) === row['group']);
      const ops = (op: string): number => own.filter((one) => one.op === op).length;
      expect(row).toMatchObject({
        changes: own.length,
        objects: new Set(own.map(({ kind, uid }) => `${kind} ${uid}`)).size,
        revisions: new Set(own.map(({ revision }) => revision)).size,
        created: ops('create'),
        updated: ops('update'),
        bound: ops('bind'),
        deleted: ops('delete'),
        evicted: ops('evict'),
        net: ops('create') - ops('delete') - ops('evict'),
      });
    }
  expect(total(await rows('changes'), 'changes')).toBe(all.length);
  expect((await rows('changes', 'by=actor')).map(({ group, changes }) => [group, changes])).toEqual([
    ['admin', all.length],
  ]);
});

/** What a pod is at a point of the log, and on which node. */
interface Known {
  readonly pod: Thing;
  readonly node: string | undefined;
}

/** Nodes and pods change by change. */
function applied(nodes: Set<string>, pods: Map<string, Known>, change: Change): void {
  const { kind, namespace, name, op, object, patch } = change;
  const key = `${namespace}/${name}`;
  const isGone = op === 'delete' || op === 'evict';
  if (kind === 'Node' && isGone) nodes.delete(name);
  else if (kind === 'Node') nodes.add(name);
  if (kind === 'Pod' && isGone) pods.delete(key);
  else if (kind === 'Pod') {
    const before = pods.get(key);
    const pod = object ?? before?.pod;
    const node = patch?.spec?.nodeName ?? object?.spec.nodeName ?? before?.node;
    if (pod !== undefined) pods.set(key, { pod, node });
  }
}

/** Core milliseconds of each pod by namespace, found by looking at every moment between two changes. */
async function coreMilliseconds(): Promise<ReadonlyMap<string, number>> {
  const [nodes, pods] = [new Set<string>(), new Map<string, Known>()];
  const found = new Map<string, number>();
  const all = await changesIn();
  for (const [index, change] of all.entries()) {
    applied(nodes, pods, change);
    const passed = Date.parse(all[index + 1]?.at ?? to) - Date.parse(change.at);
    for (const { pod, node } of pods.values()) {
      if (node === undefined || !nodes.has(node)) continue;
      const space = pod.metadata.namespace ?? '';
      found.set(space, (found.get(space) ?? 0) + passed * Math.round(asked(pod, 'requests', 'cpu') * 1000));
    }
  }
  return found;
}

test('chargeback: core seconds of every pod, and sums over any groups equal those of the cluster', async () => {
  const prices = encodeURIComponent('resource,per,price\ncpu,1,36\nmemory,1Gi,0.5');
  const spaces = await rows('chargeback', `by=namespace&prices=${prices}`);
  const byHand = await coreMilliseconds();
  const cpu = spaces.filter((row) => row['resource'] === 'cpu');
  expect(cpu.map(({ group, requestedSeconds }) => [group, Math.round(Number(requestedSeconds) * 1e6)])).toEqual(
    [...byHand].sort(([a], [b]) => (a < b ? -1 : 1)),
  );
  for (const row of cpu) {
    // 36 an hour is a hundredth a second.
    expect(Number(row['cost'])).toBeCloseTo(Number(row['requestedSeconds']) * 0.01, 5);
    expect(row['requestedHours']).toBeCloseTo(Number(row['requestedSeconds']) / 3600, 5);
  }
  expect(spaces.find((row) => row['resource'] === 'pods')?.['cost']).toBeNull();
  const [whole] = await rows('chargeback', 'by=cluster&resources=memory');
  for (const by of ['team', 'namespace', 'owner', 'priority', 'podLabel:app']) {
    const parts = await rows('chargeback', `by=${by}&resources=memory`);
    const exact = (text: unknown): bigint =>
      BigInt(String(text).replace(/\.(\d*)$/, (_, part: string) => part.padEnd(3, '0')));
    const scaled = (text: unknown): bigint => (String(text).includes('.') ? exact(text) : BigInt(String(text)) * 1000n);
    const buckets = await rows('chargeback', `by=${by}&resources=memory&buckets=5`);
    const [sum, sumOfBuckets] = [parts, buckets].map((all) =>
      all.reduce((seconds, row) => seconds + scaled(row['requestedSeconds']), 0n),
    );
    const all = scaled(whole?.['requestedSeconds']);
    expect([by, sum, sumOfBuckets]).toEqual([by, all, all]);
    expect(new Set(buckets.map(({ group }) => group))).toEqual(new Set(parts.map(({ group }) => group)));
  }
});
