import { statusWarningsOf, warningsOf } from '../index.js';
import type { KubernetesObject } from '#kubernetes';
import { inNamespace, objectOf } from '../../../kubernetes/src/testing/admission.js';

test.each<readonly [name: string, object: KubernetesObject, want: readonly string[]]>([
  [
    'an ingress',
    {
      ...inNamespace(objectOf('networking.k8s.io/v1', 'Ingress')),
      metadata: { name: 'a', namespace: 'n', annotations: { 'kubernetes.io/ingress.class': 'x' } },
      spec: {},
    },
    ['annotation "kubernetes.io/ingress.class" is deprecated, please use \'spec.ingressClassName\' instead'],
  ],
  [
    'a network policy',
    {
      ...inNamespace(objectOf('networking.k8s.io/v1', 'NetworkPolicy')),
      spec: { egress: [{ to: [{ ipBlock: { cidr: '010.0.0.0/8' } }] }] },
    },
    [
      'spec.egress[0].to[0].ipBlock.cidr: non-standard CIDR value "010.0.0.0/8" will be considered invalid in a ' +
        'future Kubernetes release: use "10.0.0.0/8"',
    ],
  ],
  [
    'endpoints',
    { ...inNamespace(objectOf('v1', 'Endpoints')), subsets: [{ notReadyAddresses: [{ ip: '1::0' }] }] },
    ['subsets[0].notReadyAddresses[0].ip: IPv6 address "1::0" should be in RFC 5952 canonical format ("1::")'],
  ],
  [
    'a slice of names',
    { ...inNamespace(objectOf('discovery.k8s.io/v1', 'EndpointSlice')), addressType: 'FQDN' },
    ['spec.addressType: FQDN endpoints are deprecated'],
  ],
])('the API server warns of %s', (_name, object, want) => {
  expect(warningsOf(object, { isNew: true })).toEqual(want);
});

test('a status that is written alone is looked at for addresses that are written oddly', () => {
  const reported =
    'non-standard IP address "010.0.0.1" will be considered invalid in a future Kubernetes release: use "10.0.0.1"';
  const addresses = [{ ip: '10.0.0.2' }, { ip: '010.0.0.1' }];
  expect(statusWarningsOf({ ...objectOf('v1', 'Pod'), status: { podIPs: addresses, hostIPs: addresses } })).toEqual([
    `status.podIPs[1].ip: ${reported}`,
    `status.hostIPs[1].ip: ${reported}`,
  ]);
  const loadBalancer = { ingress: [{ hostname: 'a' }, ...addresses] };
  expect(statusWarningsOf({ ...objectOf('v1', 'Service'), status: { loadBalancer } })).toEqual([
    `status.loadBalancer.ingress[2]: ${reported}`,
  ]);
  expect(statusWarningsOf(objectOf('v1', 'Node'))).toEqual([]);
});
