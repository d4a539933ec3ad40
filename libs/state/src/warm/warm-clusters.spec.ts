import { setImmediate } from 'node:timers/promises';
import { CALLER, node, pod, scheduleAll, TestServices, valueOf } from '#test-services';
import { WarmClusters } from './warm-clusters.js';

let services: TestServices;
beforeAll(async () => {
  services = await TestServices.create();
});
afterAll(() => services.drop());

/** Reads a cluster, and answers what is in memory afterwards. */
async function use(clusters: WarmClusters, id: string): Promise<readonly string[]> {
  await clusters.use(id, (cluster) =>
    services.database.transaction(CALLER, (tx) => cluster.read(tx), { snapshot: true, readOnly: true }),
  );
  return clusters.ids;
}

test('what was not used for longest goes first when there is too much, and what is used stays', async () => {
  const [one, two, three] = [
    await services.clusterOf(node('a')),
    await services.clusterOf(node('a')),
    await services.clusterOf(node('a'), node('b'), node('c')),
  ];
  const [clusters, small] = [new WarmClusters({ memoryBytes: 9_000 }), new WarmClusters({ memoryBytes: 1 })];
  expect([await use(clusters, one), await use(clusters, two), await use(clusters, one)]).toEqual([
    [one],
    [one, two],
    [two, one],
  ]);
  expect(await use(clusters, three)).toEqual([one, three]);
  expect([await use(small, one), await use(small, three)]).toEqual([[one], [three]]);
});

test('nobody uses a cluster while another does, and what one did to it the next does not see', async () => {
  const id = await services.clusterOf(node('a'), pod('p', {}, { nodeName: 'a' }));
  const clusters = new WarmClusters();
  const seen: string[] = [];
  const work = (called: string): Promise<void> =>
    clusters.use(id, async (cluster) => {
      const { snapshot } = await services.database.transaction(CALLER, (tx) => cluster.read(tx), {
        snapshot: true,
        readOnly: true,
      });
      seen.push(`${called} finds ${snapshot.podCount[0]}`);
      for (const { uid } of [...snapshot.pods(0)]) snapshot.removePod(uid);
      await setImmediate();
      seen.push(`${called} leaves ${snapshot.podCount[0]}`);
      if (called === 'second') throw new Error('enough');
    });
  const ended = await Promise.allSettled(['first', 'second', 'third'].map(work));
  expect(ended.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect(seen).toEqual([
    'first finds 1',
    'first leaves 0',
    'second finds 1',
    'second leaves 0',
    'third finds 1',
    'third leaves 0',
  ]);
});

test('a dry run, a lost part and a run that preempts leave the next run what the log says', async () => {
  const id = await services.clusterOf(
    node('a', { cpu: '2' }),
    pod('p'),
    pod('q'),
    pod('r', { cpu: '2' }, { priority: 5 }),
  );
  const run = async (how: object): Promise<unknown> => {
    const { counts } = valueOf(
      await services.scheduling.schedule(CALLER, { ...scheduleAll(id), ...how }, { wait: true }),
    );
    return Object.fromEntries(Object.entries(counts).filter(([, count]) => count !== 0));
  };
  const pods = { names: ['default/p', 'default/q'] };
  expect(await run({ pods, dryRun: true })).toEqual({ selected: 2, scheduled: 2 });
  expect(await run({ pods })).toEqual({ selected: 2, scheduled: 2 });
  expect(await run({ preemption: 'evict', dryRun: true })).toEqual({ selected: 1, nominated: 1, scheduled: 1 });
  expect(await run({})).toEqual({ selected: 1, unschedulable: 1 });
  expect(await run({ preemption: 'evict' })).toEqual({ selected: 1, nominated: 1, scheduled: 1 });
});

test('a cluster that is gone is forgotten', async () => {
  const [kept, gone] = [await services.clusterOf(node('a')), await services.clusterOf(node('a'))];
  for (const cluster of [kept, gone])
    valueOf(await services.scheduling.schedule(CALLER, scheduleAll(cluster), { wait: true }));
  valueOf(await services.clusters.delete(CALLER, gone));
  await services.scheduling.tidy(CALLER);
  expect(services.scheduling.warm.filter((id) => [kept, gone].includes(id))).toEqual([kept]);
});

test('a cluster whose pods made up ever new topology keys is read anew, and what they took is given back', async () => {
  const id = await services.clusterOf(node('a'), node('b'));
  const clusters = new WarmClusters();
  const bytesAfter = (keys: number): Promise<number> =>
    clusters.use(id, async (cluster) => {
      const { snapshot } = await services.database.transaction(CALLER, (tx) => cluster.read(tx), {
        snapshot: true,
        readOnly: true,
      });
      for (let key = 0; key < keys; key++) snapshot.topology([`example.com/${key}`]);
      return snapshot.domainBytes;
    });
  const some = await bytesAfter(10);
  expect(some).toBeGreaterThan(0);
  expect(await bytesAfter(0)).toBe(some);
  expect(await bytesAfter(60_000)).toBeGreaterThan(2 ** 24);
  expect(await bytesAfter(0)).toBe(0);
});
