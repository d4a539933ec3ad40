import { CALLER, node, pod, scheduleAll, TestServices, valueOf } from '#test-services';
import { DecisionIndexService } from './decision-index.service.js';

const SHAPE = { block: 2, sizes: [2, 8], direct: 8 } as const;

let services: TestServices;
beforeAll(async () => {
  services = await TestServices.create();
});
afterAll(() => services.drop());

async function decided(pods: number): Promise<string> {
  const cluster = await services.clusterOf(
    node('n', { cpu: '1', memory: '1Gi', pods: '500' }),
    ...Array.from({ length: pods }, (_, index) => pod(`p${index}`, { cpu: '1m' })),
  );
  valueOf(await services.scheduling.schedule(CALLER, scheduleAll(cluster), { wait: true }));
  return cluster;
}

const indexed = async (cluster: string): Promise<{ decisions: string; sizes: number[] }> => {
  const [row] = await services.rows<{ decisions: string }>(
    'SELECT decisions FROM decision_indexes WHERE cluster_id = $1',
    [cluster],
  );
  const segments = await services.rows<{ size: number }>(
    'SELECT size FROM decision_segments WHERE cluster_id = $1 ORDER BY first',
    [cluster],
  );
  return { decisions: row?.decisions ?? 'none', sizes: segments.map(({ size }) => size) };
};

test('every cluster is indexed as far as there are whole segments, once', async () => {
  const [large, small, empty] = [await decided(45), await decided(5), await services.clusterOf(node('n'))];
  const index = new DecisionIndexService(services.database, { shape: SHAPE });
  // Calls that meet are one; a second process finds it done, or under way and leaves.
  const [first, second, other] = await Promise.all([
    index.tidy(CALLER),
    index.tidy(CALLER),
    new DecisionIndexService(services.database, { shape: SHAPE }).tidy(CALLER),
  ]);
  expect(first).toBe(second);
  expect(first + other).toBe(48);
  expect([await indexed(large), await indexed(small), await indexed(empty)]).toEqual([
    { decisions: '44', sizes: [8, 8, 8, 8, 8, 2, 2] },
    { decisions: '4', sizes: [2, 2] },
    { decisions: 'none', sizes: [] },
  ]);
  expect(await index.tidy(CALLER)).toBe(0);
});

test('what was removed is made again, and who was stopped does nothing', async () => {
  const cluster = await decided(9);
  const stopped = new DecisionIndexService(services.database, { shape: SHAPE });
  await stopped.stop();
  expect(await stopped.tidy(CALLER)).toBe(0);
  expect(await new DecisionIndexService(services.database, { shape: SHAPE }).tidy(CALLER)).toBe(8);
  const names = [
    'decision_indexes',
    'decision_segments',
    'decision_postings',
    'decision_places',
    'decision_total_pods',
    'decision_totals',
    'decision_waits',
  ];
  const read = () =>
    Promise.all(
      names.map((table) =>
        services.rows(`SELECT * FROM ${table} WHERE cluster_id = $1 ORDER BY ${table}::text`, [cluster]),
      ),
    );
  const before = await read();
  for (const table of names) await services.rows(`DELETE FROM ${table} WHERE cluster_id = $1`, [cluster]);
  expect(await new DecisionIndexService(services.database, { shape: SHAPE }).tidy(CALLER)).toBe(8);
  expect(await read()).toEqual(before);
  expect(before.every((rows) => rows.length > 0)).toBe(true);
});

test('it gives way to who decides, in the middle of its work too, but not for ever', async () => {
  let isBusy = (): boolean => false;
  const index = new DecisionIndexService(services.database, { shape: SHAPE, isBusy: () => isBusy() });
  await index.tidy(CALLER);
  const cluster = await decided(45);
  isBusy = () => true;
  expect(await index.tidy(CALLER)).toBe(0);
  let looks = 0;
  isBusy = () => looks++ >= 3;
  expect(await index.tidy(CALLER)).toBe(16);
  expect((await indexed(cluster)).decisions).toBe('16');
  expect(
    await new DecisionIndexService(services.database, { shape: SHAPE, isBusy: () => true, deadlineMs: 0 }).tidy(CALLER),
  ).toBe(28);
});
