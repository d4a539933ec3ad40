import { CALLER, node, pod, scheduleAll, TestServices, valueOf } from '#test-services';

const HOUR_MS = 3_600_000;

let services: TestServices;
beforeAll(async () => {
  services = await TestServices.create();
});
afterAll(() => services.drop());

const now = Date.now.bind(Date);
afterEach(() => {
  Date.now = now;
});

/** As in a process whose clock is ahead by so much. */
async function ahead<T>(byMs: number, work: () => Promise<T>): Promise<T> {
  Date.now = () => now() + byMs;
  try {
    return await work();
  } finally {
    Date.now = now;
  }
}

/** The time that a UUIDv7 is of. */
const timeOf = (id: string): number => parseInt(id.replaceAll('-', '').slice(0, 12), 16);

test.each([true, false])(
  'runs and decisions are in the order of the log although clocks differ (waiting: %s)',
  async (wait) => {
    const cluster = await services.clusterOf(node('a'), pod('huge', { cpu: '1000' }));
    const run = (byMs: number): Promise<string> =>
      ahead(byMs, async () => {
        const { id } = valueOf(await services.scheduling.schedule(CALLER, scheduleAll(cluster), { wait }));
        await services.scheduling.settle();
        return id;
      });
    const ids = [await run(0), await run(HOUR_MS), await run(-HOUR_MS), await run(0)];
    const present = now();
    expect(ids.map((id) => Math.abs(timeOf(id) - present) < HOUR_MS / 2)).toEqual(ids.map(() => true));
    const { items } = valueOf(await services.scheduling.list(CALLER, cluster, { pageSize: 10 }));
    expect(items.map(({ id }) => id)).toEqual([...ids].reverse());
    const decisions = valueOf(await services.decisions.list(CALLER, { cluster }, { filter: {}, pageSize: 10 }));
    expect(decisions.items.map(({ run: of }) => of)).toEqual([...ids].reverse());
  },
);

test('a run follows the last revision of its cluster, where the clock of the database was put back since', async () => {
  const cluster = await services.clusterOf(node('a'), pod('huge', { cpu: '1000' }));
  const run = async (): Promise<string> =>
    valueOf(await services.scheduling.schedule(CALLER, scheduleAll(cluster), { wait: true })).id;
  await services.rows(`UPDATE cluster_heads SET at = at + interval '1 hour' WHERE cluster_id = '${cluster}'`);
  const ids = [await run(), await run(), await run()];
  expect(timeOf(ids[1] ?? '')).toBeGreaterThan(now() + HOUR_MS / 2);
  expect(ids).toEqual([...ids].sort());
});
