import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { inBaseUnits } from '#apimachinery';
import { readAmounts, type ResourceList } from '#kubernetes';
import { PastClusters } from '#state';
import { cases } from '#test-cases';
import { CALLER, node, randomWrites, TestServices, valueOf } from '#test-services';
import { requestsOf } from '../capacity/index.js';
import { ActivityService } from './activity.service.js';
import { UsageLogs } from './usage-logs.js';

let services: TestServices;
const writes = randomWrites(() => services);
beforeAll(async () => {
  services = await TestServices.create();
});
afterAll(() => services.drop());

const activity = (logs?: UsageLogs): ActivityService => new ActivityService(services.database, logs);
const nothingKept = (): ActivityService => activity(new UsageLogs(0, 0));

const BUCKETS = 30;
/** Every part of a question is about the same time. */
async function answersOf(service: ActivityService, cluster: string, until: Date) {
  const asked = { until, buckets: BUCKETS };
  return {
    sums: valueOf(await service.utilization(CALLER, cluster, asked)),
    nodes: valueOf(await service.nodes(CALLER, cluster, { ...asked, resource: 'cpu' })),
  };
}

/** What the answers are at a position, from every object that was there. */
async function sumsAt(cluster: string, position: string) {
  const past = await services.database.transaction(
    CALLER,
    (tx) => new PastClusters().own(tx, cluster, BigInt(position)),
    { snapshot: true, readOnly: true },
  );
  const cpu = (amounts: ReturnType<typeof readAmounts>): number =>
    Math.round(inBaseUnits(amounts.get('cpu') ?? { unscaled: 0n, exponent: 0, format: 'DecimalSI' }) * 1_000);
  const nodes = new Map(
    past.ofKind('Node').map((one) => {
      const { allocatable } = one.stored().object.status as { readonly allocatable?: ResourceList };
      return [one.name, { allocatable: cpu(readAmounts(allocatable)), requested: 0, pods: 0 }];
    }),
  );
  let pendingPods = 0;
  for (const pod of past.ofKind('Pod')) {
    const { node: name, finished } = pod.placement;
    if (finished) continue;
    if (name === null) pendingPods += 1;
    const on = nodes.get(name ?? '');
    if (on === undefined) continue;
    on.requested += cpu(requestsOf(pod.stored().object));
    on.pods += 1;
  }
  return { nodes, pendingPods };
}

test('at the end of each bucket it is what was there, of a log that is kept, read anew or too long', async () => {
  const kept = activity();
  await fc.assert(
    fc.asyncProperty(fc.array(writes, { minLength: 2, maxLength: 5 }), async (rounds) => {
      const cluster = await services.clusterOf(node('a', { cpu: '4' }), node('b', { cpu: '2' }));
      for (const round of rounds) {
        for (const write of round) await write(cluster);
        const until = new Date(Date.now() + BUCKETS + 1);
        const found = await answersOf(kept, cluster, until);
        expect(await answersOf(activity(), cluster, until)).toEqual(found);
        expect(await answersOf(nothingKept(), cluster, until)).toEqual(found);
        const { position, nodes, pods, pendingPods, resources } = found.sums.at(-1) ?? {};
        const then = await sumsAt(cluster, position ?? '');
        const on = [...then.nodes.values()];
        expect({ nodes, pods, pendingPods }).toEqual({
          nodes: on.length,
          pods: on.reduce((sum, one) => sum + one.pods, 0),
          pendingPods: then.pendingPods,
        });
        const requested = resources?.find(({ resource }) => resource === 'cpu')?.requested.value ?? 0;
        expect(Math.round(requested * 1_000)).toBe(on.reduce((sum, one) => sum + one.requested, 0));
        const ratios = found.nodes.nodes.map((one) => [one.name, one.ratios.at(-1) ?? null]);
        const expected = [...then.nodes].map(([name, one]): [string, number] => [
          name,
          one.requested / one.allocatable,
        ]);
        expect(ratios.filter(([, ratio]) => ratio !== null)).toEqual(
          expected.sort().map(([name, ratio]) => [name, expect.closeTo(ratio, 5)]),
        );
      }
    }),
    { numRuns: cases(6) },
  );
}, 120_000);

test('a fork and the cluster that it left have logs of their own, whichever is asked about first', async () => {
  const cluster = await services.clusterOf(node('a', { cpu: '4' }), node('b', { cpu: '2' }));
  const kept = activity();
  const before = await answersOf(kept, cluster, new Date(Date.now() + BUCKETS + 1));
  const name = `f-${randomUUID().slice(0, 8)}`;
  const { id } = valueOf(await services.forks.fork(CALLER, { cluster, name, at: undefined }));
  await services.import(id, [node('c', { cpu: '1' })]);
  const until = new Date(Date.now() + BUCKETS + 1);
  const ofFork = await answersOf(kept, id, until);
  expect(ofFork.sums.at(-1)).toMatchObject({ nodes: 3 });
  expect(ofFork).toEqual(await answersOf(activity(), id, until));
  expect((await answersOf(kept, cluster, until)).sums.at(-1)?.nodes).toBe(before.sums.at(-1)?.nodes);
});

test('a question that begins earlier than the last one begins with what was there then', async () => {
  const cluster = await services.clusterOf(node('a', { cpu: '4' }));
  const kept = activity();
  const later = new Date(Date.now() + 1);
  await services.import(cluster, [node('b', { cpu: '2' })]);
  const asked = { until: new Date(later.getTime() + 60_000), buckets: 1 };
  const since = (at: Date) => kept.utilization(CALLER, cluster, { ...asked, since: at });
  expect(valueOf(await since(new Date(later.getTime() + 50_000))).at(-1)).toMatchObject({ nodes: 2 });
  const early = new Date(later.getTime() - 60_000);
  const sums = valueOf(await kept.utilization(CALLER, cluster, { since: early, until: asked.until, buckets: 120 }));
  expect(sums.map(({ nodes }) => nodes)).toEqual([...sums.map(({ nodes }) => nodes)].sort());
  expect([sums[0]?.nodes, sums.at(-1)?.nodes]).toEqual([0, 2]);
});
