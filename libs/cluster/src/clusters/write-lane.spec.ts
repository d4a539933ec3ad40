import { randomUUID } from 'node:crypto';
import { CALLER, TestServices, valueOf } from '#test-services';
import { writeCluster } from '../objects/index.js';
import { ok } from '#requests';
import { inWriteLane } from './write-lane.js';

let services: TestServices;
beforeAll(async () => {
  services = await TestServices.create();
});
afterAll(() => services.drop());

const named = async () => valueOf(await services.clusters.create(CALLER, { name: `c-${randomUUID().slice(0, 8)}` }));

/** Something that goes on until it is asked to end. */
function goingOn(): { readonly ended: Promise<void>; readonly end: () => void } {
  let end = (): void => undefined;
  const ended = new Promise<void>((resolve) => (end = resolve));
  return { ended, end: () => end() };
}

const inTransaction = async (): Promise<number> => {
  const [row] = await services.rows<{ count: number }>(
    `SELECT count(*)::int AS count FROM pg_stat_activity
     WHERE datname = current_database() AND pid <> pg_backend_pid() AND xact_start IS NOT NULL
       AND backend_type = 'client backend'`,
  );
  return row?.count ?? 0;
};

test.each([
  ['by its name and then by its id', 'name', 'id'],
  ['by its id and then by its name', 'id', 'name'],
  ['by its id and then by the same in capitals', 'id', 'ID'],
] as const)(
  'writers who call a cluster %s are one after the other, and who waits holds no connection',
  async (_, a, b) => {
    const { id, name } = await named();
    const called = { id, name, ID: id.toUpperCase() };
    const first = goingOn();
    const begun = goingOn();
    const order: string[] = [];
    const write = (cluster: string, work: () => Promise<void>): Promise<unknown> =>
      writeCluster(services.database, { caller: CALLER, cluster }, async () => {
        await work();
        return ok(() => null);
      });
    const one = write(called[a], async () => {
      order.push('first begins');
      begun.end();
      await first.ended;
      order.push('first ends');
    });
    await begun.ended;
    const two = write(called[b], () => Promise.resolve(void order.push('second')));
    // The second has had every opportunity to begin: a read of its own goes through meanwhile.
    await services.clusters.get(CALLER, name);
    expect(await inTransaction()).toBe(1);
    first.end();
    await Promise.all([one, two]);
    expect(order).toEqual(['first begins', 'first ends', 'second']);
  },
);

test('a name that has gone to another cluster leads to that one', async () => {
  const { id, name } = await named();
  await inWriteLane(services.database, CALLER, { cluster: name }, () => Promise.resolve());
  valueOf(await services.clusters.update(CALLER, id, { name: `${name}-old` }));
  const { id: later } = valueOf(await services.clusters.create(CALLER, { name }));
  const written = await writeCluster(services.database, { caller: CALLER, cluster: name }, ({ cluster }) =>
    Promise.resolve(ok(() => cluster.id)),
  );
  expect(valueOf(written)).toBe(later);
});
