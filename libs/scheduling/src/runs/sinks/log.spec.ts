import type { Transaction } from '#database';
import type { ObjectPatch } from '#scheduler';
import { CALLER, kindNamed, manifest, node, pod, scheduleAll, TestServices, valueOf } from '#test-services';
import { readHead, type ClusterHead, readBudgets } from '#writes';
import { log } from './log.js';
import type { PartRef } from './sink.js';
import type { PartPlan, PlannedEffect } from '../decide/index.js';

let services: TestServices;
beforeAll(async () => {
  services = await TestServices.create();
});
afterAll(() => services.drop());

const volume = {
  apiVersion: 'v1',
  kind: 'PersistentVolume',
  metadata: { name: 'v' },
  spec: { capacity: { storage: '1Gi' }, accessModes: ['ReadWriteOnce'], hostPath: { path: '/v' } },
};
const claim = {
  apiVersion: 'v1',
  kind: 'PersistentVolumeClaim',
  metadata: { name: 'c', namespace: 'default' },
  spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } },
};

const ref = (clusterId: string): PartRef => ({
  clusterId,
  runId: '00000000-0000-7000-8000-0000000000aa',
  part: 0,
  firstOrdinal: 0,
});
const planOf = (effects: readonly PlannedEffect[]): PartPlan => ({
  decisions: [],
  chunks: [],
  bases: [],
  nodeSet: { digest: new Uint8Array(32), body: new Uint8Array() },
  effects,
});
const patchOf = (kind: string, name: string, patch: unknown): PlannedEffect => ({
  op: 'patch',
  patch: { kind, namespace: kind === 'PersistentVolumeClaim' ? 'default' : null, name, patch } satisfies ObjectPatch,
});

/** Commits the effects on the head; on an older one where it is given. */
async function commit(
  clusterId: string,
  effects: readonly PlannedEffect[],
  on?: ClusterHead,
): Promise<ClusterHead | undefined> {
  return services.database.transaction(CALLER, async (tx: Transaction) => {
    const head = on ?? (await readHead(tx, clusterId));
    const kept = await log.keep(
      tx,
      {
        ref: ref(clusterId),
        plan: planOf(effects),
        refs: new Map(),
        state: { head, budgets: await readBudgets(tx, clusterId) },
        database: services.database,
      },
      {},
    );
    if (kept === undefined) tx.abandon();
    return kept?.head ?? undefined;
  });
}

async function changesAfter(cluster: string, position: bigint): Promise<string[]> {
  const rows = await services.rows<{ change: string }>(
    `SELECT op || ' ' || kind || ' ' || name AS change FROM changes WHERE cluster_id = $1 AND position > $2
     ORDER BY position`,
    [cluster, String(position)],
  );
  return rows.map(({ change }) => change);
}

const get = (cluster: string, kind: string, name: string) =>
  services.objects.get(
    CALLER,
    { cluster, kind: kindNamed(kind), namespace: kindNamed(kind).namespaced ? 'default' : '' },
    name,
  );
const headOf = (cluster: string) => services.database.transaction(CALLER, (tx) => readHead(tx, cluster));

async function podNamed(cluster: string, name: string) {
  const { metadata, status } = valueOf(await get(cluster, 'Pod', name));
  return { ref: { namespace: 'default', name, uid: metadata.uid ?? '' }, status };
}

test('patches are written one over the other, move the resourceVersion, and are judged like any write', async () => {
  const cluster = await services.clusterOf(volume, claim);
  const { position } = await headOf(cluster);
  await commit(cluster, [
    patchOf('PersistentVolumeClaim', 'c', { metadata: { annotations: { 'volume.kubernetes.io/selected-node': 'a' } } }),
    patchOf('PersistentVolume', 'v', {
      spec: { claimRef: { kind: 'PersistentVolumeClaim', apiVersion: 'v1', namespace: 'default', name: 'c' } },
    }),
    patchOf('PersistentVolumeClaim', 'c', { metadata: { annotations: { more: 'yes' } } }),
  ]);
  expect(await changesAfter(cluster, position)).toEqual([
    'update PersistentVolumeClaim c',
    'update PersistentVolume v',
    'update PersistentVolumeClaim c',
  ]);
  expect(valueOf(await get(cluster, 'PersistentVolumeClaim', 'c')).metadata).toMatchObject({
    resourceVersion: String(position + 3n),
    annotations: { 'volume.kubernetes.io/selected-node': 'a', more: 'yes' },
  });
  expect(valueOf(await get(cluster, 'PersistentVolume', 'v'))).toMatchObject({
    metadata: { resourceVersion: String(position + 2n) },
    spec: { claimRef: { name: 'c' } },
  });
});

test('a patch that changes nothing is no change', async () => {
  const cluster = await services.clusterOf(claim);
  const { position } = await headOf(cluster);
  await commit(cluster, [patchOf('PersistentVolumeClaim', 'c', { spec: { accessModes: ['ReadWriteOnce'] } })]);
  expect(await changesAfter(cluster, position)).toEqual([]);
});

test.each([
  [
    'that nobody may write',
    patchOf('PersistentVolumeClaim', 'c', { spec: { accessModes: ['ReadWriteMany'] } }),
    /patch of PersistentVolumeClaim default\/c was refused.*spec is immutable/,
  ],
  ['of a kind that is not kept', patchOf('Widget', 'c', {}), /a patch of kind Widget, which is not kept/],
])('a patch %s ends the part', async (_, effect, message) => {
  const cluster = await services.clusterOf(claim);
  const { position } = await headOf(cluster);
  await expect(commit(cluster, [effect])).rejects.toThrow(message);
  expect(await changesAfter(cluster, position)).toEqual([]);
});

test('a lost race writes nothing of a part, whatever it was that came first', async () => {
  const low = pod('low', { cpu: '1' }, { nodeName: 'a' });
  const cluster = await services.clusterOf(node('a'), claim, low, pod('high'));
  const effects: PlannedEffect[] = [
    patchOf('PersistentVolumeClaim', 'c', { metadata: { annotations: { x: 'y' } } }),
    {
      op: 'evict',
      pod: (await podNamed(cluster, 'low')).ref,
      preemptor: { ...(await podNamed(cluster, 'high')).ref, schedulerName: 's' },
    },
    { op: 'nominate', pod: (await podNamed(cluster, 'high')).ref, node: 'a' },
  ];
  const old = await headOf(cluster);
  valueOf(await services.import(cluster, [pod('late')]));
  expect(await commit(cluster, effects, old)).toBeUndefined();
  valueOf(
    await services.objects.patch(
      CALLER,
      { cluster, kind: kindNamed('PersistentVolumeClaim'), namespace: 'default' },
      { name: 'c', patch: { type: 'merge', patch: { metadata: { labels: { a: 'b' } } } } },
    ),
  );
  expect(await commit(cluster, effects, old)).toBeUndefined();
  valueOf(
    await services.objects.delete(CALLER, { cluster, kind: kindNamed('Pod'), namespace: 'default' }, { name: 'low' }),
  );
  expect(await commit(cluster, effects, old)).toBeUndefined();
  expect(await changesAfter(cluster, old.position)).toEqual([
    'create Pod late',
    'update PersistentVolumeClaim c',
    'delete Pod low',
  ]);
  expect(valueOf(await get(cluster, 'PersistentVolumeClaim', 'c')).metadata).not.toHaveProperty('annotations');
  expect((await podNamed(cluster, 'high')).status).not.toHaveProperty('nominatedNodeName');
});

test('what happens to one pod several times ends as the last of it, and the log has all of it in order', async () => {
  const cluster = await services.clusterOf(node('a'), pod('brief'), pod('high'), pod('plain'));
  const [brief, high, plain] = [
    await podNamed(cluster, 'brief'),
    await podNamed(cluster, 'high'),
    await podNamed(cluster, 'plain'),
  ];
  const { position } = await headOf(cluster);
  const bind = (of: typeof brief, on: string): PlannedEffect => ({
    op: 'bind',
    pod: of.ref,
    node: on,
    status: of.status,
  });
  await commit(cluster, [
    bind(brief, 'a'),
    bind(plain, 'a'),
    { op: 'evict', pod: brief.ref, preemptor: { ...high.ref, schedulerName: 's' } },
    { op: 'nominate', pod: high.ref, node: 'b' },
    { op: 'nominate', pod: high.ref, node: null },
    { op: 'nominate', pod: high.ref, node: null },
    { op: 'nominate', pod: high.ref, node: 'a' },
    bind(high, 'a'),
  ]);
  expect(await changesAfter(cluster, position)).toEqual([
    'bind Pod brief',
    'bind Pod plain',
    'evict Pod brief',
    'update Pod high',
    'update Pod high',
    'update Pod high',
    'bind Pod high',
  ]);
  expect(await get(cluster, 'Pod', 'brief')).toMatchObject({ refused: true });
  expect(valueOf(await get(cluster, 'Pod', 'plain'))).toMatchObject({
    metadata: { resourceVersion: String(position + 2n) },
    spec: { nodeName: 'a' },
  });
  expect(valueOf(await get(cluster, 'Pod', 'high'))).toMatchObject({
    metadata: { resourceVersion: String(position + 7n) },
    spec: { nodeName: 'a' },
    status: { nominatedNodeName: 'a', startTime: expect.any(String) },
  });
  const [evicted] = await services.rows<{ body: Buffer }>(
    "SELECT body FROM changes WHERE cluster_id = $1 AND op = 'evict'",
    [cluster],
  );
  expect(JSON.parse(String(evicted?.body))).toMatchObject({
    pod: {
      spec: { nodeName: 'a' },
      status: {
        conditions: [
          { type: 'PodScheduled', status: 'True' },
          { type: 'DisruptionTarget', status: 'True' },
        ],
      },
    },
  });
});

test.each([
  ['the same', { status: 'True', lastTransitionTime: '2026-01-01T00:00:00Z' }, '2026-01-01T00:00:00Z'],
  ['the same without a time', { status: 'True' }, expect.not.stringMatching('2026-01-01')],
  [
    'something else',
    { status: 'False', lastTransitionTime: '2026-01-01T00:00:00Z' },
    expect.not.stringMatching('2026-01-01'),
  ],
])('an earlier DisruptionTarget condition that said %s is replaced in its place', async (_, earlier, time) => {
  const conditions = [
    { type: 'DisruptionTarget', reason: 'Other', ...earlier },
    { type: 'Ready', status: 'True' },
  ];
  const cluster = await services.clusterOf(
    node('a'),
    { ...pod('low', {}, { nodeName: 'a' }), status: { phase: 'Running', conditions } },
    pod('high'),
  );
  await commit(cluster, [
    {
      op: 'evict',
      pod: (await podNamed(cluster, 'low')).ref,
      preemptor: { ...(await podNamed(cluster, 'high')).ref, schedulerName: 'mine' },
    },
  ]);
  const [evicted] = await services.rows<{ body: Buffer }>(
    "SELECT body FROM changes WHERE cluster_id = $1 AND op = 'evict'",
    [cluster],
  );
  expect(
    (JSON.parse(String(evicted?.body)) as { pod: { status: { conditions: object[] } } }).pod.status.conditions,
  ).toEqual([
    {
      type: 'DisruptionTarget',
      status: 'True',
      lastProbeTime: null,
      lastTransitionTime: time,
      reason: 'PreemptionByScheduler',
      message: 'mine: preempting to accommodate a higher priority pod',
    },
    { type: 'Ready', status: 'True', lastProbeTime: null, lastTransitionTime: null },
  ]);
});

test('a claim that waits for its pod is reserved with the binding', async () => {
  const storageClass = {
    apiVersion: 'storage.k8s.io/v1',
    kind: 'StorageClass',
    metadata: { name: 'late' },
    provisioner: 'kubernetes.io/no-provisioner',
    volumeBindingMode: 'WaitForFirstConsumer',
  };
  const spec = { volumes: [{ name: 'data', persistentVolumeClaim: { claimName: 'c' } }] };
  const objects = [
    node('a'),
    storageClass,
    { ...volume, spec: { ...volume.spec, storageClassName: 'late' }, status: { phase: 'Available' } },
    manifest({ ...claim, spec: { ...claim.spec, storageClassName: 'late' } }),
    pod('p', { cpu: '1' }, spec),
  ];
  const cluster = await services.clusterOf(...objects);
  const { position } = await headOf(cluster);
  valueOf(await services.scheduling.schedule(CALLER, scheduleAll(cluster), { wait: true }));
  expect(await changesAfter(cluster, position)).toEqual(['update PersistentVolume v', 'bind Pod p']);
  const { metadata } = valueOf(await get(cluster, 'PersistentVolumeClaim', 'c'));
  expect(valueOf(await get(cluster, 'PersistentVolume', 'v'))).toMatchObject({
    metadata: { annotations: { 'pv.kubernetes.io/bound-by-controller': 'yes' } },
    spec: {
      claimRef: {
        apiVersion: 'v1',
        kind: 'PersistentVolumeClaim',
        namespace: 'default',
        name: 'c',
        uid: metadata.uid,
        resourceVersion: metadata.resourceVersion,
      },
    },
  });
});
