import { CALLER, kindNamed, node, pod, TestServices, valueOf } from '#test-services';
import type { ImportReport } from './import-report.js';

let services: TestServices;
beforeAll(async () => {
  services = await TestServices.create();
});
afterAll(() => services.drop());

const claim = { apiVersion: 'v1', kind: 'PersistentVolumeClaim', metadata: { name: 'd', namespace: 'default' } };
const claimSpec = { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } };

const imported = async (cluster: string, ...objects: readonly object[]): Promise<ImportReport> =>
  valueOf(await services.import(cluster, objects));
const kept = async (cluster: string, kind: string, name: string, namespace = '') =>
  valueOf(await services.objects.get(CALLER, { cluster, kind: kindNamed(kind), namespace }, name));

test.each([{}, { status: {} }])('a manifest of what is wanted leaves what is: with %j', async (more) => {
  const bound = { ...pod('p', {}, { nodeName: 'a' }), status: { phase: 'Running' } };
  const cluster = await services.clusterOf(node('a', { cpu: '4' }), bound, {
    ...claim,
    spec: { ...claimSpec, volumeName: 'v' },
    status: { phase: 'Bound' },
  });
  expect(
    await imported(
      cluster,
      { apiVersion: 'v1', kind: 'Node', metadata: { name: 'a', labels: { zone: 'z' } }, ...more },
      { ...pod('p'), metadata: { name: 'p', labels: { of: 'late' } }, ...more },
      { ...claim, spec: claimSpec, ...more },
    ),
  ).toMatchObject({ updated: 2, unchanged: 1 });
  expect(await kept(cluster, 'Pod', 'p', 'default')).toMatchObject({
    spec: { nodeName: 'a' },
    status: { phase: 'Running' },
  });
  expect(await kept(cluster, 'Node', 'a')).toMatchObject({ status: { allocatable: { cpu: '4' } } });
  expect(await kept(cluster, 'PersistentVolumeClaim', 'd', 'default')).toMatchObject({
    spec: { volumeName: 'v' },
    status: { phase: 'Bound' },
  });
});

test('an object as its cluster shows it is taken as it is, and so is another one of the name', async () => {
  const bound = { ...pod('p', {}, { nodeName: 'a' }), status: { phase: 'Running' } };
  for (const next of [
    { ...pod('p'), status: { phase: 'Pending' } },
    { ...pod('p'), metadata: { name: 'p', uid: 'of-another' } },
  ]) {
    const cluster = await services.clusterOf(node('a', { cpu: '4' }), bound);
    expect(await imported(cluster, next)).toMatchObject({ updated: 1 });
    const { spec, status } = await kept(cluster, 'Pod', 'p', 'default');
    expect(spec).not.toHaveProperty('nodeName');
    expect(status).toMatchObject({ phase: 'Pending' });
  }
});
