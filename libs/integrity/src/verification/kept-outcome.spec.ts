import { Readable } from 'node:stream';
import { createTestDatabase } from '#test-database';
import { CALLER, kindNamed, pod, TestServices, valueOf } from '#test-services';
import { createDatabaseClock } from '../../../../test/setup/database-clock.js';
import { ArchivingServices } from '../testing/archiving-services.js';
import { VerificationService } from './index.js';

let archiving: ArchivingServices;
beforeAll(async () => {
  archiving = await ArchivingServices.create();
});
afterAll(() => archiving.drop());

test('a key of a deletion is checked by that, also where the change before it lies in an archive', async () => {
  const { services } = archiving;
  const { id: cluster } = valueOf(await services.clusters.create(CALLER, { name: 'archived' }));
  valueOf(await services.import(cluster, [pod('old', { cpu: '100m' })]));
  valueOf(await archiving.retention.archive(CALLER, { before: await archiving.endMonth() }));
  const pods = { cluster, kind: kindNamed('Pod'), namespace: 'default' };
  const idempotency = { key: 'k', operation: 'deleteObject', request: {} };
  valueOf(await services.objects.delete(CALLER, pods, { name: 'old', idempotency }));
  const signing = { key: services.signingKey.verifier };
  const { checks } = valueOf(await new VerificationService(services.database, signing).verify(CALLER, {}));
  expect(checks.flatMap(({ violations }) => violations)).toEqual([]);
  expect(checks.find(({ name }) => name.startsWith('idempotency'))).toMatchObject({ checked: 1, notCheckable: 0 });
});

test('a key whose revision is later than the clock said, because the one before it was, is no violation', async () => {
  const database = await createTestDatabase();
  const clock = await createDatabaseClock(database.url);
  const services = await TestServices.create(database);
  try {
    const { id: cluster } = valueOf(await services.clusters.create(CALLER, { name: 'put-back' }));
    await clock.set(3_600_000);
    valueOf(await services.import(cluster, [pod('ahead', { cpu: '100m' })]));
    await clock.set(0);
    const manifests = Readable.from([JSON.stringify(pod('behind', { cpu: '100m' }))]);
    const idempotency = { key: 'k', operation: 'import', request: {} };
    valueOf(await services.imports.import(CALLER, { cluster, onError: 'abort', manifests, idempotency }));
    const signing = { key: services.signingKey.verifier };
    const { checks } = valueOf(await new VerificationService(services.database, signing).verify(CALLER, {}));
    expect(checks.flatMap(({ violations }) => violations)).toEqual([]);
    expect(checks.find(({ name }) => name.startsWith('idempotency'))).toMatchObject({ checked: 1, notCheckable: 0 });
  } finally {
    await services.drop();
  }
});
