import fc from 'fast-check';
import { cases } from '#test-cases';
import { served, storedOf, ROW, type Manifest, type ObjectRow } from '#rows';
import { PastClusters, recallCluster, ReplayedCluster, SnapshotKeeper, WarmClusters, type PastState } from '#state';
import {
  LOOKED,
  randomWrites,
  seenState,
  CALLER,
  node,
  pod,
  scheduleAll,
  TestServices,
  valueOf,
} from '../services/index.js';

let services: TestServices;
const writes = randomWrites(() => services);
beforeAll(async () => {
  services = await TestServices.create();
});
afterAll(() => services.drop());

/** Every object that is there now, by kind, namespace and name, and what scheduling sees of it. */
async function present(
  cluster: string,
): Promise<{ readonly position: bigint; readonly at: Date; readonly objects: unknown; readonly seen: unknown }> {
  return new WarmClusters().use(cluster, (warm) =>
    services.database.transaction(
      CALLER,
      async (tx) => {
        const rows: ObjectRow[] = [];
        for (const table of ['namespaces', 'nodes', 'pods', 'objects'] as const)
          rows.push(
            ...(await tx.query<ObjectRow & Record<string, unknown>>(
              `SELECT ${ROW[table]} FROM ${table} WHERE cluster_id = $1`,
              [cluster],
            )),
          );
        const state = await warm.read(tx);
        return {
          position: state.head.position,
          at: tx.at,
          objects: byKey(rows.map(storedOf).map(served)),
          seen: seenState(state, LOOKED),
        };
      },
      { snapshot: true, readOnly: true },
    ),
  );
}

function byKey(objects: readonly Manifest[]): unknown {
  return Object.fromEntries(
    objects.map((object) => [`${object.kind}/${object.metadata.namespace ?? ''}/${object.metadata.name}`, object]),
  );
}

const all = (past: PastState): readonly Manifest[] =>
  past.kinds.flatMap((kind) => past.ofKind(kind)).map((object) => served(object.stored()));

const past = (clusters: PastClusters, cluster: string, position: bigint): Promise<PastState> =>
  services.database.transaction(CALLER, (tx) => clusters.at(tx, cluster, position), { snapshot: true, readOnly: true });

describe('the past is what was once the present, after any writes through any doors', () => {
  test('objects, and what scheduling sees, with snapshots and without', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(writes, { minLength: 1, maxLength: 6 }),
        fc.integer({ min: 1, max: 12 }),
        async (rounds, every) => {
          const cluster = await services.clusterOf(node('a'), node('b'));
          const keeper = new SnapshotKeeper(services.database, every);
          const seen = [await present(cluster)];
          for (const round of rounds) {
            for (const write of round) await write(cluster);
            seen.push(await present(cluster));
            await keeper.keep(CALLER);
          }
          const [ordered, mixed, unknown] = [
            new PastClusters(),
            new PastClusters(),
            new PastClusters({ memoryBytes: 0 }),
          ];
          for (const then of seen)
            expect(byKey(all(await past(ordered, cluster, then.position)))).toEqual(then.objects);
          for (const then of [...seen].reverse())
            expect(byKey(all(await past(mixed, cluster, then.position)))).toEqual(then.objects);
          const replayed = new ReplayedCluster(cluster, ordered);
          for (const then of seen) {
            const state = await past(unknown, cluster, then.position);
            expect(byKey(all(state))).toEqual(then.objects);
            const seenOf = seenState({ head: NO_HEAD, ...(await recallCluster(state, then.at)).state }, LOOKED);
            const { head } = then.seen as { head: unknown };
            expect({ ...(seenOf as object), head }).toEqual(then.seen);
            const followed = await services.database.transaction(
              CALLER,
              async (tx) =>
                seenState({ head: NO_HEAD, ...(await replayed.at(tx, then.position, then.at)).state }, LOOKED),
              { snapshot: true, readOnly: true },
            );
            expect({ ...(followed as object), head }).toEqual(then.seen);
          }
        },
      ),
      { numRuns: cases(30) },
    );
  }, 180_000);
});

const NO_HEAD = {
  clusterId: '',
  teamId: '',
  position: 0n,
  revision: 0n,
  hash: new Uint8Array(0),
  at: new Date(0),
  controllers: 'instant' as const,
  clock: null,
};

test('every position in between is the changes up to it', async () => {
  const cluster = await services.clusterOf(node('a'), pod('p'), pod('q'));
  valueOf(await services.scheduling.schedule(CALLER, scheduleAll(cluster), { wait: true }));
  const end = BigInt(await services.position(cluster));
  const clusters = new PastClusters();
  const counts: unknown[] = [];
  for (let position = 0n; position <= end; position++) {
    const state = await past(clusters, cluster, position);
    const pods = state
      .ofKind('Pod')
      .map((one) => [
        one.name,
        (one.stored().object.spec as { nodeName?: string }).nodeName ?? null,
        String(one.resourceVersion),
      ]);
    counts.push([state.count('Namespace'), state.count('Node'), pods]);
  }
  expect(counts).toEqual([
    [0, 0, []],
    [0, 1, []],
    [0, 1, [['p', null, '2']]],
    [
      0,
      1,
      [
        ['p', null, '2'],
        ['q', null, '3'],
      ],
    ],
    [
      1,
      1,
      [
        ['p', null, '2'],
        ['q', null, '3'],
      ],
    ],
    [
      1,
      1,
      [
        ['p', 'a', '5'],
        ['q', null, '3'],
      ],
    ],
    [
      1,
      1,
      [
        ['p', 'a', '5'],
        ['q', 'a', '6'],
      ],
    ],
  ]);
});

test('a snapshot that is not what was written is not read', async () => {
  const cluster = await services.clusterOf(node('a'), node('b'));
  const other = await services.clusterOf(node('c'), node('d'));
  expect(await new SnapshotKeeper(services.database, 2).keep(CALLER)).toBeGreaterThan(1);
  await services.connected(async (client) => {
    await client.query('SET session_replication_role = replica');
    await client.query(
      `UPDATE snapshot_chunks SET body = (SELECT body FROM snapshot_chunks WHERE cluster_id = $2 LIMIT 1)
       WHERE cluster_id = $1`,
      [cluster, other],
    );
  });
  await expect(past(new PastClusters(), cluster, BigInt(await services.position(cluster)))).rejects.toThrow(
    'is not what was written',
  );
});

test('a log that is another one since is read again', async () => {
  const cluster = await services.clusterOf(node('a'));
  const clusters = new PastClusters();
  const position = BigInt(await services.position(cluster));
  const before = await past(clusters, cluster, position);
  expect(await past(clusters, cluster, position)).toBe(before);
  await services.connected(async (client) => {
    await client.query('SET session_replication_role = replica');
    await client.query("UPDATE revisions SET hash = decode(repeat('00', 32), 'hex') WHERE cluster_id = $1", [cluster]);
  });
  expect(await past(clusters, cluster, position)).not.toBe(before);
});

test('two processes keep each snapshot once', async () => {
  const cluster = await services.clusterOf(...Array.from({ length: 10 }, (_, index) => node(`n${index}`)));
  const keepers = [1, 2].map(() => new SnapshotKeeper(services.database, 2));
  const made = await Promise.all(keepers.map((keeper) => keeper.keep(CALLER)));
  await keepers[0]?.keep(CALLER);
  const rows = await services.rows<{ position: string; objects: number }>(
    'SELECT position, objects FROM snapshots WHERE cluster_id = $1 ORDER BY position',
    [cluster],
  );
  expect(made.some((count) => count > 0)).toBe(true);
  expect(rows).toEqual(
    [
      ['2', 2],
      ['4', 4],
      ['6', 6],
      ['9', 9],
    ].map(([position, objects]) => ({ position, objects })),
  );
});
