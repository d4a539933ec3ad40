import { randomUUID } from 'node:crypto';
import type { Cluster } from '#cluster';
import { served, type Manifest } from '#rows';
import { PastClusters, SnapshotKeeper, writeSnapshot } from '#state';
import { resolveMoment } from '../past/index.js';
import { LogService } from '../log/index.js';
import { CALLER, kindNamed, node, pod, scheduleAll, TestServices, valueOf } from '#test-services';
import { WatchService } from '../watch/index.js';

let services: TestServices;
beforeAll(async () => {
  services = await TestServices.create();
});
afterAll(() => services.drop());

const freshName = (): string => `f-${randomUUID().slice(0, 8)}`;
const fork = async (cluster: string, at?: string): Promise<Cluster> =>
  valueOf(await services.forks.fork(CALLER, { cluster, name: freshName(), at }));
const clusterAt = async (id: string): Promise<Cluster> => valueOf(await services.clusters.get(CALLER, id));
const schedule = async (cluster: string): Promise<unknown> =>
  valueOf(await services.scheduling.schedule(CALLER, scheduleAll(cluster), { wait: true })).counts;

/** All that a cluster holds, as it is exported. */
async function exported(cluster: string): Promise<Manifest[]> {
  const objects: Manifest[] = [];
  valueOf(
    await services.exports.export(CALLER, { cluster }, async ({ batches }) => {
      for await (const batch of batches) objects.push(...batch);
    }),
  );
  return objects;
}

/** All that it held, read by a process that knows nothing of it. */
function past(cluster: string, position: string): Promise<Manifest[]> {
  return services.database.transaction(
    CALLER,
    async (tx) => {
      const state = await new PastClusters().at(tx, cluster, BigInt(position));
      return state.kinds.flatMap((kind) => state.ofKind(kind).map((object) => served(object.stored())));
    },
    { snapshot: true, readOnly: true },
  );
}

const violations = (cluster: string): Promise<object[]> => services.violations(cluster);

/** In no order of kinds. */
function byKey(objects: readonly Manifest[] = []): unknown {
  return Object.fromEntries(
    objects.map((object) => [`${object.kind}/${object.metadata.namespace ?? ''}/${object.metadata.name}`, object]),
  );
}

/**
 * Four revisions: nodes and pods, a run, a service, and a run that binds nothing, which takes no position; and
 * what there was after each.
 */
async function fourRevisions(): Promise<{
  readonly id: string;
  readonly states: readonly Manifest[][];
  readonly positions: readonly string[];
}> {
  const id = await services.clusterOf(node('a'), node('b', { cpu: '1' }), pod('p'), pod('q', { cpu: '8' }));
  const states: Manifest[][] = [];
  const positions: string[] = [];
  const steps = [
    () => Promise.resolve(),
    () => schedule(id),
    () =>
      services.import(id, [
        {
          apiVersion: 'v1',
          kind: 'Service',
          metadata: { name: 's', namespace: 'default' },
          spec: { ports: [{ port: 80 }] },
        },
      ]),
    () => schedule(id),
  ];
  for (const step of steps) {
    await step();
    states.push(await exported(id));
    positions.push(await services.position(id));
  }
  return { id, states, positions };
}

describe('a fork begins as its origin', () => {
  test.each([
    ['is', undefined, 4],
    ['was at a revision', 'revision:2', 2],
    ['was at a position', 'position', 2],
    ['was at its first revision', 'revision:1', 1],
    ['is, at its last revision', 'revision:4', 4],
  ] as const)('%s', async (_, at, revision) => {
    const { id, states, positions } = await fourRevisions();
    const position = positions[revision - 1] ?? '';
    const [row] = await services.rows<{ hash: Buffer }>(
      'SELECT hash FROM revisions WHERE cluster_id = $1 AND revision = $2',
      [id, revision],
    );
    const made = await fork(id, at === 'position' ? position : at);
    expect(made).toMatchObject({
      origin: { cluster: id, position, revision: String(revision), hash: row?.hash.toString('hex') },
      position: String(BigInt(position) + 1n),
      revision: String(revision + 1),
      counts: { nodes: 2, pods: 2 },
      traceBudget: { keep: 'full' },
    });
    expect(await exported(made.id)).toEqual(states[revision - 1]);
    for (const then of [position, made.position])
      expect(byKey(await past(made.id, then))).toEqual(byKey(states[revision - 1]));
    expect(await violations(made.id)).toEqual([]);
  });

  test('its log begins with where it comes from', async () => {
    const id = await services.clusterOf(node('a'));
    const origin = await clusterAt(id);
    const made = await fork(id);
    const [change] = await services.rows<{ body: Buffer }>(
      'SELECT op, kind, name, uid, position, revision, body FROM changes WHERE cluster_id = $1',
      [made.id],
    );
    expect(change).toMatchObject({
      op: 'note',
      kind: 'ClusterFork',
      name: origin.name,
      uid: id,
      position: '2',
      revision: '2',
    });
    const [snapshot] = await services.rows<{ digest: Buffer }>(
      'SELECT digest FROM snapshots WHERE cluster_id = $1 AND position = 1',
      [made.id],
    );
    const [first] = await services.rows<{ prev_hash: Buffer }>(
      'SELECT prev_hash FROM revisions WHERE cluster_id = $1',
      [made.id],
    );
    expect(JSON.parse(change?.body.toString() ?? '')).toEqual({
      origin: { cluster: id, name: origin.name, position: '1', revision: '1', hash: first?.prev_hash.toString('hex') },
      snapshot: snapshot?.digest.toString('hex'),
    });
  });

  test('its log begins with the state that the log of its origin comes to, whatever snapshots there were', async () => {
    const { id, positions } = await fourRevisions();
    const [, position = ''] = positions;
    const digest = await services.database.transaction(CALLER, async (tx) => {
      const folded = await writeSnapshot(tx, randomUUID(), {
        position: BigInt(position),
        objects: (await new PastClusters().at(tx, id, BigInt(position))).objects(),
      });
      tx.abandon();
      return folded.toString('hex');
    });
    expect(await new SnapshotKeeper(services.database, 2).keep(CALLER)).toBeGreaterThan(1);
    const fresh = services.anotherProcess();
    const made = valueOf(await fresh.forks.fork(CALLER, { cluster: id, name: freshName(), at: position }));
    const [note] = await services.rows<{ body: Buffer }>(
      "SELECT body FROM changes WHERE cluster_id = $1 AND kind = 'ClusterFork'",
      [made.id],
    );
    expect(JSON.parse(note?.body.toString() ?? '')).toMatchObject({ snapshot: digest });
    await fresh.close();
  });

  test('of an empty cluster, and of a cluster before its first revision', async () => {
    const id = await services.clusterOf();
    expect(await fork(id)).toMatchObject({
      origin: { cluster: id, position: '0', revision: '0', hash: '0'.repeat(64) },
      position: '1',
      revision: '1',
      counts: { nodes: 0 },
    });
    valueOf(await services.import(id, [node('a')]));
    const made = await fork(id, '0');
    expect(made).toMatchObject({ origin: { position: '0', revision: '0' }, position: '1', counts: { nodes: 0 } });
    expect(await violations(made.id)).toEqual([]);
  });

  test('with its profiles and their versions; who changed them is for the origin to say', async () => {
    const { profiles } = services;
    const id = await services.clusterOf(node('a'), pod('p', { cpu: '1' }, { schedulerName: 'packing' }));
    const spec = (weight: number): object => ({
      schedulerName: 'packing',
      plugins: { score: { enabled: [{ name: 'NodeResourcesFit', weight }] } },
    });
    valueOf(await profiles.create(CALLER, id, { profile: spec(2) }));
    valueOf(await profiles.update(CALLER, id, { name: 'packing', profile: spec(3) }));
    for (const [at, version, weight] of [
      ['revision:2', 1, 2],
      [undefined, 2, 3],
    ] as const) {
      const made = await fork(id, at);
      expect(valueOf(await profiles.get(CALLER, made.id, 'packing'))).toMatchObject({
        version,
        config: { source: spec(weight) },
        changedAt: null,
        changedBy: null,
      });
      expect(await schedule(made.id)).toMatchObject({ scheduled: 1 });
      expect(valueOf(await profiles.update(CALLER, made.id, { name: 'packing', profile: spec(4) }))).toMatchObject({
        version: version + 1,
        changedBy: 'ann',
      });
    }
  });
});

test('a moment inside a revision is refused, with the ends that are nearest', async () => {
  const id = await services.clusterOf(node('a'), node('b'));
  valueOf(await services.import(id, [node('c'), node('d'), node('e')]));
  expect(await services.forks.fork(CALLER, { cluster: id, name: freshName(), at: '4' })).toEqual({
    refused: true,
    refusal: {
      kind: 'InvalidRequest',
      problems: [
        {
          field: 'at',
          reason: 'FieldValueInvalid',
          message:
            'Invalid value: "4": must be the end of a revision; the nearest are 2 ("revision:1") and 5 ("revision:2")',
        },
      ],
    },
  });
});

test('what is refused leaves nothing', async () => {
  const id = await services.clusterOf(node('a'));
  const { name } = await clusterAt(id);
  const ask = (request: object) => services.forks.fork(CALLER, { cluster: id, name: freshName(), ...request });
  expect(await ask({ name })).toEqual({ refused: true, refusal: { kind: 'ClusterNameTaken', name } });
  expect(await ask({ name: 'Not A Label' })).toMatchObject({
    refusal: { kind: 'InvalidRequest', problems: [{ field: 'name' }] },
  });
  expect(await ask({ cluster: 'none' })).toEqual({
    refused: true,
    refusal: { kind: 'ClusterNotFound', cluster: 'none' },
  });
  expect(await ask({ at: '2' })).toMatchObject({ refusal: { kind: 'InvalidRequest', problems: [{ field: 'at' }] } });
  expect(await ask({ at: '2020-01-01T00:00:00Z' })).toMatchObject({ refusal: { kind: 'HistoryExpired' } });
  expect(await services.rows('SELECT FROM clusters WHERE origin_cluster_id = $1', [id])).toEqual([]);
});

test('of several forks by one name at once, in two processes, one is made; so it is with one key', async () => {
  const id = await services.clusterOf(node('a'));
  const other = services.anotherProcess();
  const six = <T>(ask: (forks: typeof other.forks) => Promise<T>): Promise<T[]> =>
    Promise.all(Array.from({ length: 6 }, (_, index) => ask(index % 2 === 0 ? services.forks : other.forks)));
  const name = freshName();
  const outcomes = await six((forks) => forks.fork(CALLER, { cluster: id, name }));
  expect(outcomes.filter(({ refused }) => !refused)).toHaveLength(1);
  expect(outcomes.filter(({ refused }) => refused)).toEqual(
    Array(5).fill({ refused: true, refusal: { kind: 'ClusterNameTaken', name } }),
  );
  const request = { cluster: id, name: freshName() };
  const keyed = await six((forks) =>
    forks.fork(CALLER, request, { key: request.name, operation: 'forkCluster', request }),
  );
  expect(new Set(keyed.map((outcome) => valueOf(outcome).id)).size).toBe(1);
  await other.close();
});

test('before a fork its origin is to be asked', async () => {
  const { id } = await fourRevisions();
  const made = await fork(id, 'revision:2');
  const at = (moment: string) => services.database.transaction(CALLER, (tx) => resolveMoment(tx, made.id, moment));
  const { position = '' } = made.origin ?? {};
  for (const moment of ['0', 'revision:1', '2020-01-01T00:00:00Z']) {
    expect(await at(moment)).toEqual({
      refused: true,
      refusal: { kind: 'HistoryExpired', at: moment, oldest: position, origin: id },
    });
  }
  const expired = { refused: true, refusal: { kind: 'HistoryExpired', at: '0', oldest: position, origin: id } };
  expect(
    await new LogService(services.database).changes(CALLER, made.id, { filter: {}, after: 0n, pageSize: 10 }),
  ).toEqual(expired);
  expect(
    await new WatchService(services.database).watch(
      CALLER,
      { cluster: made.id, after: 0n },
      new AbortController().signal,
    ),
  ).toEqual(expired);
  expect(valueOf(await at(position))).toMatchObject({ position: BigInt(position), revision: 2n });
  expect(valueOf(await at('revision:3'))).toMatchObject({ position: BigInt(position) + 1n, isPresent: true });
});

test('a fork of a fork, where it began and later', async () => {
  const { id, states } = await fourRevisions();
  const made = await fork(id, 'revision:2');
  valueOf(await services.import(made.id, [node('c', { cpu: '16' })]));
  expect(await schedule(made.id)).toMatchObject({ scheduled: 1 });
  const [begun, later] = [await fork(made.id, 'revision:2'), await fork(made.id)];
  expect(begun.origin).toEqual({ ...made.origin, cluster: made.id });
  expect(await exported(begun.id)).toEqual(states[1]);
  expect(await exported(later.id)).toEqual(await exported(made.id));
  for (const cluster of [made, begun, later]) expect(await violations(cluster.id)).toEqual([]);
});

test.each([
  [
    'another hash',
    "origin_hash = decode(repeat('00', 32), 'hex')",
    { revision: '3', message: 'does not follow the hash of the revision before it' },
  ],
  [
    'another revision',
    'origin_revision = origin_revision + 1',
    { revision: '4', message: 'found revision 3 where 4 must stand' },
  ],
  [
    'another position',
    'origin_position = origin_position - 1',
    { revision: '3', message: 'begins at position 8 instead of 7' },
  ],
] as const)('a fork that is said to go on from %s does not hold', async (_, change, violation) => {
  const { id } = await fourRevisions();
  const made = await fork(id, 'revision:2');
  expect(await violations(made.id)).toEqual([]);
  await services.rows(`UPDATE clusters SET ${change} WHERE id = $1`, [made.id]);
  const origin = { message: 'says another origin than the first entry of its log' };
  for (const found of [origin, violation])
    expect(await violations(made.id)).toContainEqual(expect.objectContaining(found));
});

const HISTORY = ['revisions', 'changes', 'run_parts', 'decisions', 'trace_chunks', 'snapshots', 'snapshot_chunks'];

/** Deletes a cluster, and all that its deletion leaves. */
async function obliterate(id: string): Promise<void> {
  valueOf(await services.clusters.delete(CALLER, id));
  await services.connected(async (client) => {
    await client.query('SET session_replication_role = replica');
    for (const table of [...HISTORY, 'runs', 'profiles', 'node_sets', 'trace_bases', 'cluster_heads'])
      await client.query(`DELETE FROM ${table} WHERE cluster_id = $1`, [id]);
    await client.query('DELETE FROM clusters WHERE id = $1', [id]);
  });
}

test.each([
  ['the past', 'revision:2'],
  ['the present', undefined],
])('a fork of %s lives on when of its origin not even the history is left', async (_, at) => {
  const { id, states } = await fourRevisions();
  const state = at === undefined ? states[3] : states[1];
  const made = await fork(id, at);
  await obliterate(id);
  const fresh = services.anotherProcess();
  expect(await exported(made.id)).toEqual(state);
  expect(byKey(await past(made.id, made.origin?.position ?? ''))).toEqual(byKey(state));
  valueOf(await services.import(made.id, [node('c', { cpu: '16' })]));
  expect(valueOf(await fresh.scheduling.schedule(CALLER, scheduleAll(made.id), { wait: true })).counts.scheduled).toBe(
    1,
  );
  valueOf(
    await services.objects.delete(
      CALLER,
      { cluster: made.id, kind: kindNamed('Pod'), namespace: 'default' },
      { name: 'p' },
    ),
  );
  expect(byKey(await past(made.id, await services.position(made.id)))).toEqual(byKey(await exported(made.id)));
  expect(await violations(made.id)).toEqual([]);
  expect((await fork(made.id)).origin?.cluster).toBe(made.id);
  valueOf(await services.clusters.delete(CALLER, made.id));
  expect(await services.clusters.get(CALLER, made.id)).toEqual({
    refused: true,
    refusal: { kind: 'ClusterNotFound', cluster: made.id },
  });
  await fresh.close();
});
