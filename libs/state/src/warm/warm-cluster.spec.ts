import fc from 'fast-check';
import { placedPod, type Snapshot } from '#scheduler';
import { cases } from '#test-cases';
import { CALLER, kindNamed, node, pod, TestServices, valueOf, LOOKED, randomWrites, seenState } from '#test-services';
import type { ClusterState } from '../columns/index.js';
import { WarmCluster } from './warm-cluster.js';

let services: TestServices;
const writes = randomWrites(() => services);
beforeAll(async () => {
  services = await TestServices.create();
});
afterAll(() => services.drop());

const seen = (state: ClusterState): unknown => seenState(state, LOOKED);

/** What the next transaction reads, by a cluster that is warm and by one that never was. */
function bothRead(cluster: string, warm: WarmCluster): Promise<{ readonly warm: unknown; readonly cold: unknown }> {
  return services.database.transaction(
    CALLER,
    async (tx) => ({ warm: seen(await warm.read(tx)), cold: seen(await new WarmCluster(cluster).read(tx)) }),
    { snapshot: true, readOnly: true },
  );
}

const read = (warm: WarmCluster): Promise<ClusterState> =>
  services.database.transaction(CALLER, (tx) => warm.read(tx), { snapshot: true, readOnly: true });

/** As a part that is decided, and then lost. */
function decideInVain({ snapshot, budgets }: ClusterState): void {
  const [first] = snapshot.nodeCount === 0 ? [] : snapshot.pods(0);
  if (first !== undefined) snapshot.removePod(first.uid);
  if (first !== undefined) budgets.podGone(first);
  if (snapshot.nodeCount > 0)
    snapshot.addPod(
      placedPod({
        metadata: { name: 'passing', uid: 'passing' },
        spec: { volumes: [{ persistentVolumeClaim: { claimName: 'a' } }] },
      }),
      0,
    );
  snapshot.nominations.add(placedPod({ metadata: { name: 'hopeful', uid: 'hopeful' } }), 'a');
  if (snapshot.object('persistentVolumeClaims', 'a', 'default') !== undefined) {
    snapshot.patchObject({
      kind: 'PersistentVolumeClaim',
      namespace: 'default',
      name: 'a',
      patch: { spec: { volumeName: 'w' } },
    });
  }
}

test('a cluster that is caught up with is what is read anew, after any writes through any doors', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(writes, { minLength: 1, maxLength: 6 }), async (rounds) => {
      const cluster = await services.clusterOf(node('a'), node('b'));
      const warm = new WarmCluster(cluster);
      for (const round of rounds) {
        for (const write of round) await write(cluster);
        const { warm: caughtUp, cold } = await bothRead(cluster, warm);
        expect(caughtUp).toEqual(cold);
        decideInVain(await read(warm));
        warm.release();
      }
      const { warm: atLast, cold } = await bothRead(cluster, warm);
      expect(atLast).toEqual(cold);
    }),
    { numRuns: cases(50) },
  );
}, 120_000);

test('what was deleted is gone, and what has its name later stands behind the others', async () => {
  const items = (team: string): readonly object[] =>
    ['a', 'b'].flatMap((called) => [
      node(called),
      {
        apiVersion: 'v1',
        kind: 'Service',
        metadata: { name: called, namespace: 'default', labels: { team } },
        spec: { ports: [{ port: 80 }] },
      },
      { apiVersion: 'v1', kind: 'Namespace', metadata: { name: called, labels: { team } } },
    ]);
  const cluster = await services.clusterOf(
    ...items('x'),
    pod('p', {}, { nodeName: 'a' }),
    pod('q', {}, { nodeName: 'b' }),
  );
  const warm = new WarmCluster(cluster);
  const remove = async (): Promise<void> => {
    for (const kind of ['Node', 'Service', 'Namespace'].map(kindNamed)) {
      valueOf(
        await services.objects.delete(
          CALLER,
          { cluster, kind, namespace: kind.namespaced ? 'default' : '' },
          { name: 'a' },
        ),
      );
    }
  };
  const names = async (): Promise<unknown> => {
    const { warm: caughtUp, cold } = await bothRead(cluster, warm);
    expect(caughtUp).toEqual(cold);
    const { snapshot } = await read(warm);
    const namespaces = snapshot.objects.namespaces
      ?.map(({ metadata }) => metadata?.name)
      .filter((called) => called !== 'default');
    return [
      snapshot.nodes.map(({ name: called }) => called),
      snapshot.objects.services?.map(({ metadata }) => metadata?.name),
      namespaces,
      snapshot.pods(1).map(({ uid }) => uid).length,
    ];
  };
  expect(await names()).toEqual([['a', 'b'], ['a', 'b'], ['a', 'b'], 1]);
  await remove();
  expect(await names()).toEqual([['b'], ['b'], ['b'], 0]);
  valueOf(await services.import(cluster, items('y')));
  expect(await names()).toEqual([['b', 'a'], ['b', 'a'], ['b', 'a'], 1]);
  valueOf(await services.import(cluster, items('z')));
  await remove();
  valueOf(await services.import(cluster, items('x')));
  expect(await names()).toEqual([['b', 'a'], ['b', 'a'], ['b', 'a'], 1]);
});

/** The same object as long as the cluster was not read anew. */
async function snapshotOf(warm: WarmCluster): Promise<Snapshot> {
  return (await read(warm)).snapshot;
}

test('what is in memory is caught up with, not read again', async () => {
  const cluster = await services.clusterOf(node('a'), pod('p', {}, { nodeName: 'a' }));
  const warm = new WarmCluster(cluster);
  const snapshot = await snapshotOf(warm);
  const [p] = snapshot.pods(0);
  valueOf(await services.import(cluster, [node('b'), pod('q', {}, { nodeName: 'a' })]));
  expect(await snapshotOf(warm)).toBe(snapshot);
  expect(snapshot.pods(0).map(({ name: called }) => called)).toEqual(['p', 'q']);
  expect(snapshot.pods(0)[0]).toBe(p);
});

test('what was settled is in memory at its head, and the log is not asked for it', async () => {
  const cluster = await services.clusterOf(node('a'), pod('p', {}, { nodeName: 'a' }), pod('q'));
  const warm = new WarmCluster(cluster);
  const { head, snapshot } = await read(warm);
  snapshot.addPod(placedPod({ metadata: { name: 'passing', uid: 'passing' } }), 0);
  warm.settle(head, [['default', 'made-up', 'u', 'a', '1', '1000', '{"metadata":{},"spec":{},"status":{}}', null]]);
  expect((await read(warm)).snapshot).toBe(snapshot);
  expect(snapshot.pods(0).map(({ name: called, startedAt }) => [called, startedAt])).toEqual([
    ['made-up', 1000],
    ['p', expect.any(Number)],
  ]);
});

test('a log of other hashes is another log', async () => {
  const cluster = await services.clusterOf(node('a'));
  const warm = new WarmCluster(cluster);
  const before = await snapshotOf(warm);
  await services.rows("UPDATE cluster_heads SET hash = decode(repeat('00', 32), 'hex') WHERE cluster_id = $1", [
    cluster,
  ]);
  const after = await snapshotOf(warm);
  expect(after).not.toBe(before);
  await services.rows(
    'UPDATE cluster_heads SET position = position + 1, revision = revision + 1 WHERE cluster_id = $1',
    [cluster],
  );
  expect(await snapshotOf(warm)).not.toBe(after);
});

test('who fails on the way leaves nothing half-way', async () => {
  const cluster = await services.clusterOf(node('a'));
  const warm = new WarmCluster(cluster);
  const before = await snapshotOf(warm);
  await services.rows(
    `UPDATE nodes SET manifest = jsonb_set(manifest, '{status,allocatable,cpu}', '"many"') WHERE cluster_id = $1`,
    [cluster],
  );
  valueOf(await services.import(cluster, [node('b')]));
  await services.rows(
    `UPDATE nodes SET manifest = jsonb_set(manifest, '{status,allocatable,cpu}', '"many"') WHERE cluster_id = $1`,
    [cluster],
  );
  await expect(read(warm)).rejects.toThrow('many');
  expect(warm.bytes).toBe(0);
  await services.rows(
    `UPDATE nodes SET manifest = jsonb_set(manifest, '{status,allocatable,cpu}', '"1"') WHERE cluster_id = $1`,
    [cluster],
  );
  const after = await snapshotOf(warm);
  expect(after).not.toBe(before);
  expect([after.nodeCount, after.resource('cpu')?.allocatable.at(1)]).toEqual([2, 1000n]);
});
