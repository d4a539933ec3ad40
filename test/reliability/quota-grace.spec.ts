import { createTestDatabase } from '#test-database';
import { CALLER, kindNamed, manifest, pod, TestServices, valueOf } from '../services/index.js';
import { createDatabaseClock, type DatabaseClock } from '../setup/database-clock.js';

const HOUR = 3_600_000;

let services: TestServices;
let clock: DatabaseClock;
beforeAll(async () => {
  const database = await createTestDatabase();
  clock = await createDatabaseClock(database.url);
  services = await TestServices.create(database);
});
afterAll(() => services.drop());

test('a pod on its way out gives back to its quota when its time is over', async () => {
  const { metadata, ...rest } = pod('old') as { readonly metadata: object };
  const deletionTimestamp = new Date(Date.now() + HOUR).toISOString();
  const leaving = { ...rest, metadata: { ...metadata, deletionGracePeriodSeconds: 3_600, deletionTimestamp } };
  const quota = { apiVersion: 'v1', kind: 'ResourceQuota', metadata: { name: 'q', namespace: 'default' } };
  const cluster = await services.clusterOf({ ...quota, spec: { hard: { pods: '1' } } }, leaving);
  const of = (kind: string) => ({ cluster, kind: kindNamed(kind), namespace: 'default' });
  const used = async () => valueOf(await services.objects.get(CALLER, of('ResourceQuota'), 'q')).status;
  const create = () => services.objects.create(CALLER, of('Pod'), manifest(pod('new')));
  expect(await used()).toMatchObject({ used: { pods: '1' } });
  expect(await create()).toMatchObject({ refused: true, refusal: { kind: 'ObjectForbidden' } });
  await clock.set(2 * HOUR);
  valueOf(await create());
  expect(await used()).toMatchObject({ used: { pods: '1' } });
  expect(await services.violations(cluster)).toEqual([]);
});
