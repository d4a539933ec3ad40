import { admitted, inNamespace, objectOf, problemFieldsOf } from '../../testing/admission.js';

const service = (port: object) => inNamespace(objectOf('v1', 'Service', { spec: { ports: [port] } }));

test('a service is completed with a type, and its ports with what they lead to', () => {
  expect(admitted(service({ port: 80 }))).toMatchObject({
    spec: { type: 'ClusterIP', sessionAffinity: 'None', ports: [{ port: 80, targetPort: 80, protocol: 'TCP' }] },
  });
});

test('a port of a service is one', () => {
  expect(problemFieldsOf(service({ port: 0 }))).toEqual(['spec.ports[0].port', 'spec.ports[0].targetPort']);
});

const headless = (spec: object = {}) =>
  inNamespace(objectOf('v1', 'Service', { spec: { clusterIP: 'None', selector: { a: 'b' }, ...spec } }));

test('a service without an address says so in both fields, and of which family it is', () => {
  expect(admitted(headless())).toMatchObject({
    spec: { clusterIPs: ['None'], ipFamilies: ['IPv4'], ipFamilyPolicy: 'SingleStack' },
    status: { loadBalancer: {} },
  });
});

describe('a service is refused for', () => {
  const cases: [spec: object, field: string][] = [
    [{ type: 'NodePort', ports: [{ port: 1 }] }, 'spec.clusterIPs[0]'],
    [{ type: 'ExternalName' }, 'spec.clusterIPs'],
    [{ loadBalancerClass: 'a/b' }, 'spec.loadBalancerClass'],
    [{ ipFamilyPolicy: 'Some' }, 'spec.ipFamilyPolicy'],
    [{ sessionAffinity: 'ClientIP', sessionAffinityConfig: { clientIP: { timeoutSeconds: 0 } } }, 'spec.session'],
    [{ externalTrafficPolicy: 'Local' }, 'spec.externalTrafficPolicy'],
    [
      {
        ports: [
          { name: 'a', port: 80 },
          { name: 'b', port: 80 },
        ],
      },
      'spec.ports[1]',
    ],
    [{ externalIPs: ['127.0.0.1'] }, 'spec.externalIPs[0]'],
    [{ externalIPs: ['::ffff:127.0.0.1'] }, 'spec.externalIPs[0]'],
    [{ trafficDistribution: 'Far' }, 'spec.trafficDistribution'],
    [{ internalTrafficPolicy: '' }, 'spec.internalTrafficPolicy'],
  ];
  test.each(cases)('%j', (spec, field) =>
    expect(problemFieldsOf(headless(spec))).toContainEqual(expect.stringContaining(field)),
  );
});

test.each(['PreferClose', 'PreferSameZone', 'PreferSameNode'])('traffic may %s', (trafficDistribution) => {
  expect(problemFieldsOf(headless({ trafficDistribution }))).toEqual([]);
});

test('ranges in an annotation are ranges of a load balancer', () => {
  const annotations = { 'service.beta.kubernetes.io/load-balancer-source-ranges': '10.0.0.0/8,x' };
  const given = service({ port: 1 });
  const field = `metadata.annotations[${Object.keys(annotations)[0] ?? ''}]`;
  expect(problemFieldsOf({ ...given, metadata: { ...given.metadata, annotations } })).toEqual([field, field]);
});
