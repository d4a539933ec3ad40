import fc from 'fast-check';
import { CALLER, LOOKED, node, pod, randomWrites, seenState, TestServices, valueOf } from '#test-services';
import { cases } from '#test-cases';
import { readReach } from '../log/index.js';
import { ForwardCluster } from './forward-cluster.js';
import { PastClusters } from './past-clusters.js';
import { recallCluster } from './recall-cluster.js';
import { ReplayedCluster } from './replayed-cluster.js';

let services: TestServices;
const writes = randomWrites(() => services);
beforeAll(async () => {
  services = await TestServices.create();
});
afterAll(() => services.drop());

/** The states that clusters are read from whole. */
class CountedClusters extends PastClusters {
  reads = 0;

  override at(...asked: Parameters<PastClusters['at']>): ReturnType<PastClusters['at']> {
    this.reads += 1;
    return super.at(...asked);
  }
}

const AT = new Date('2026-05-01T00:00:00Z');
const HEAD = { revision: 0n, hash: Buffer.alloc(0), teamId: '', at: AT, controllers: 'none', clock: null } as const;

/** What is seen at positions, which are shares of the log, one after the other; and what is seen there anew. */
function walk(
  id: string,
  shares: readonly number[],
  clusters = new CountedClusters(),
): Promise<{ readonly seen: readonly unknown[]; readonly anew: readonly unknown[] }> {
  return services.database.transaction(
    CALLER,
    async (tx) => {
      const { position: last } = (await readReach(tx, id)).head;
      const head = { ...HEAD, clusterId: id, position: last };
      const walked = new ReplayedCluster(id, clusters);
      const at = async (cluster: ReplayedCluster, share: number): Promise<unknown> => {
        const { state, past } = await cluster.at(tx, BigInt(Math.round(Number(last) * share)), AT);
        const seen = seenState({ ...state, head }, LOOKED);
        // As a part that is decided, and taken back by the next reading.
        const [first] = state.snapshot.nodeCount === 0 ? [] : state.snapshot.pods(0);
        if (first !== undefined) state.snapshot.removePod(first.uid);
        return [past.position, seen];
      };
      const [seen, anew]: [unknown[], unknown[]] = [[], []];
      for (const share of shares) {
        seen.push(await at(walked, share));
        anew.push(await at(new ReplayedCluster(id, new PastClusters()), share));
      }
      return { seen, anew };
    },
    { snapshot: true, readOnly: true },
  );
}

test('a cluster that goes forth and back along its log is what is read anew there, after any writes', async () => {
  const places = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 2, maxLength: 8 });
  await fc.assert(
    fc.asyncProperty(fc.array(writes, { minLength: 1, maxLength: 4 }), places, async (rounds, shares) => {
      const cluster = await services.clusterOf(node('a'), node('b'));
      for (const round of rounds) for (const write of round) await write(cluster);
      const { seen, anew } = await walk(cluster, [0, ...shares]);
      expect(seen).toEqual(anew);
    }),
    { numRuns: cases(50) },
  );
}, 120_000);

test('where pods alone have come and gone, or nodes have changed, the log is read once', async () => {
  const id = await services.clusterOf(node('a'), node('b'), pod('first', {}, { nodeName: 'b' }));
  valueOf(await services.import(id, [node('a', { cpu: '8' }), pod('second', {}, { nodeName: 'a' }), pod('third')]));
  const clusters = new CountedClusters();
  const { seen, anew } = await walk(id, [0.75, 1, 0.75, 1], clusters);
  expect(seen).toEqual(anew);
  expect(clusters.reads).toBe(1);
});

test('a cluster that goes forward is what is read anew at each position, near or far', async () => {
  const places = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 2, maxLength: 6 });
  await fc.assert(
    fc.asyncProperty(fc.array(writes, { minLength: 1, maxLength: 4 }), places, async (rounds, shares) => {
      const id = await services.clusterOf(node('a'), node('b'));
      for (const round of rounds) for (const write of round) await write(id);
      await services.database.transaction(CALLER, async (tx) => {
        const { position: last } = (await readReach(tx, id)).head;
        const forward = new ForwardCluster(id, new PastClusters());
        for (const share of [...shares].sort((a, b) => a - b)) {
          const position = BigInt(Math.round(Number(last) * share));
          // Some are read for their objects alone.
          if ((share * 1_000) % 3 > 2) await forward.past(tx, position);
          const went = await forward.inMemory(tx, position, AT);
          const anew = await recallCluster(await new PastClusters().at(tx, id, position), AT);
          const [seen, wanted] = [went, anew].map(({ state }) =>
            seenState({ ...state, head: { ...HEAD, clusterId: id, position } }, LOOKED),
          );
          expect(seen).toEqual(wanted);
        }
      });
    }),
    { numRuns: cases(50) },
  );
}, 120_000);
