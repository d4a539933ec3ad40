import { CALLER, kindNamed, pod, valueOf } from '#test-services';
import { ArchivingServices } from '../testing/archiving-services.js';
import { VerificationService } from './index.js';

let archiving: ArchivingServices;
beforeAll(async () => {
  archiving = await ArchivingServices.create();
});
afterAll(() => archiving.drop());

test('a key under which an object was deleted whose last change lies in an archive is no violation', async () => {
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
  expect(checks.find(({ name }) => name.startsWith('idempotency'))).toMatchObject({ checked: 1, notCheckable: 1 });
});
