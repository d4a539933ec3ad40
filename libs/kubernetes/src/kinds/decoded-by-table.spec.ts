import { admitted, inNamespace, objectOf } from '../testing/admission.js';

const admit = (apiVersion: string, kind: string, fields: object) =>
  admitted(inNamespace(objectOf(apiVersion, kind, fields)));

describe('objects that are read by the table of types', () => {
  test('times are in UTC, with the digits of their type', () => {
    const spec = { acquireTime: '2024-01-02T03:04:05.1234567+01:00', renewTime: '2024-01-02T03:04:05Z' };
    expect(admit('coordination.k8s.io/v1', 'Lease', { spec })).toMatchObject({
      spec: { acquireTime: '2024-01-02T02:04:05.123456Z', renewTime: '2024-01-02T03:04:05.000000Z' },
    });
  });

  test('amounts are canonical, and those of resources are rounded up to milli', () => {
    const resources = { requests: { cpu: 1.5, memory: '1.5Gi', 'ephemeral-storage': '0.0001' } };
    const template = { spec: { containers: [{ name: 'c', image: 'i', resources }] } };
    expect(admit('v1', 'PodTemplate', { template })).toMatchObject({
      template: {
        spec: {
          containers: [{ resources: { requests: { cpu: '1500m', memory: '1536Mi', 'ephemeral-storage': '1m' } } }],
        },
      },
    });
  });

  test('null bytes in a map stay null', () => {
    expect(admit('v1', 'Secret', { data: { a: null }, stringData: { b: null } })).toMatchObject({
      data: { a: null, b: '' },
    });
  });
  test('null is the empty value in a map, and absent elsewhere', () => {
    const read = admit('v1', 'ConfigMap', { data: { a: null, b: 'c' }, binaryData: null, immutable: null });
    expect(read).toMatchObject({ data: { a: '', b: 'c' } });
    expect(Object.keys(read)).toEqual(expect.not.arrayContaining(['binaryData', 'immutable']));
  });

  test.each([{}, { devices: {} }, { devices: { requests: [] } }])('a claim of no devices prints that: %j', (spec) =>
    expect(admit('resource.k8s.io/v1', 'ResourceClaim', { spec })).toMatchObject({
      spec: { devices: { requests: null } },
    }),
  );

  test('what is required is printed, and times that are held by value', () => {
    expect(admit('apps/v1', 'ControllerRevision', { data: { a: 1 } })).toMatchObject({ revision: 0 });
    const template = { metadata: { labels: { a: 'b' } }, spec: { containers: [{ name: 'c', image: 'i' }] } };
    const spec = { selector: { matchLabels: { a: 'b' } }, template };
    const conditions = [{ type: 'Available', status: 'True' }];
    const metadata = { name: 'a', namespace: 'n', uid: 'u' };
    const deployment = { apiVersion: 'apps/v1', kind: 'Deployment', metadata, spec, status: { conditions } };
    expect(admitted(deployment, { operation: 'import' })).toMatchObject({
      status: { conditions: [{ lastTransitionTime: null, lastUpdateTime: null }] },
    });
  });
});
