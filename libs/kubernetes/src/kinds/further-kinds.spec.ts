import { admitted, inNamespace, objectOf, problemsOf } from '../testing/admission.js';

const named = (apiVersion: string, kind: string, fields: object) => objectOf(apiVersion, kind, fields);
const inside = (apiVersion: string, kind: string, fields: object) => inNamespace(named(apiVersion, kind, fields));
const scaler = (spec: object = {}) =>
  inside('autoscaling/v2', 'HorizontalPodAutoscaler', {
    spec: { maxReplicas: 3, scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'w' }, ...spec },
  });
const claim = (devices: object) => inside('resource.k8s.io/v1', 'ResourceClaim', { spec: { devices } });
const request = (fields: object = {}) => ({ name: 'r', exactly: { deviceClassName: 'c', ...fields } });
const slice = (spec: object = {}) =>
  named('resource.k8s.io/v1', 'ResourceSlice', {
    spec: { driver: 'd', allNodes: true, pool: { name: 'p', resourceSliceCount: 1 }, ...spec },
  });
const event = (fields: object) => inside('v1', 'Event', { involvedObject: { namespace: 'n' }, ...fields });
const RBAC = 'rbac.authorization.k8s.io/v1';
const NETWORKING = 'networking.k8s.io/v1';
const role = (rule: object) => inside(RBAC, 'Role', { rules: [rule] });
const binding = (fields: object) =>
  inside(RBAC, 'RoleBinding', {
    roleRef: { kind: 'Role', name: 'r' },
    subjects: [{ kind: 'User', name: 'u' }],
    ...fields,
  });
const ingress = (spec: object) => inside(NETWORKING, 'Ingress', { spec });
const backend = { service: { name: 's', port: { number: 80 } } };
const policy = (spec: object) => inside(NETWORKING, 'NetworkPolicy', { spec });

test.each([
  [
    scaler(),
    { spec: { minReplicas: 1, metrics: [{ resource: { name: 'cpu', target: { averageUtilization: 80 } } }] } },
  ],
  [scaler(), { status: { currentMetrics: null, desiredReplicas: 0 } }],
  [
    scaler({ behavior: { scaleDown: { selectPolicy: 'Min' } } }),
    {
      spec: {
        behavior: {
          scaleDown: { selectPolicy: 'Min', policies: [{ type: 'Percent', value: 100, periodSeconds: 15 }] },
          scaleUp: { stabilizationWindowSeconds: 0, selectPolicy: 'Max' },
        },
      },
    },
  ],
  [
    claim({ requests: [request()] }),
    { spec: { devices: { requests: [request({ allocationMode: 'ExactCount', count: 1 })] } } },
  ],
  [event({}), { source: {}, eventTime: null, firstTimestamp: null, lastTimestamp: null, reportingComponent: '' }],
  [
    binding({}),
    { roleRef: { apiGroup: 'rbac.authorization.k8s.io' }, subjects: [{ apiGroup: 'rbac.authorization.k8s.io' }] },
  ],
  [named(RBAC, 'ClusterRole', {}), { rules: null }],
  [policy({ egress: [{}] }), { spec: { podSelector: {}, policyTypes: ['Ingress', 'Egress'] } }],
  [ingress({ defaultBackend: backend }), { status: { loadBalancer: {} } }],
  [inside('discovery.k8s.io/v1', 'EndpointSlice', { addressType: 'IPv4' }), { endpoints: null, ports: null }],
])('what is left open is filled in: %#', (object, expected) => expect(admitted(object)).toMatchObject(expected));

test('an ingress with a backend of its own is stored without an empty list of rules', () =>
  expect(admitted(ingress({ defaultBackend: backend, rules: [] }))['spec']).toEqual({ defaultBackend: backend }));

test.each([
  [scaler({ minReplicas: 0 }), ['spec.minReplicas: Invalid value: 0', 'spec.metrics: Forbidden: must specify']],
  [
    scaler({ scaleTargetRef: { kind: 'D', name: 'a' } }),
    ['apiVersion: Invalid value: "": apiVersion must specify API'],
  ],
  [
    scaler({ metrics: [{ type: 'Resource' }] }),
    ['spec.metrics[0].resource: Required value: must populate information'],
  ],
  [
    scaler({ metrics: [{ type: 'Pods', pods: { metric: { name: 'm' }, target: { type: 'Value', value: '-1' } } }] }),
    ['target.value: Invalid value: "-1": must be positive', 'target.averageValue: Required value: must specify a pos'],
  ],
  [
    scaler({ behavior: { scaleUp: { policies: [{ type: 'Pods', value: 0, periodSeconds: 1801 }] } } }),
    [
      'policies[0].value: Invalid value: 0: must be greater than zero',
      'periodSeconds: Invalid value: 1801: must be less',
    ],
  ],
  [
    scaler({ behavior: { scaleUp: { policies: [] }, scaleDown: {} } }),
    ['spec.behavior.scaleUp.policies: Required value: must specify at least one Policy'],
  ],
  [claim({ requests: [{ name: 'r' }] }), ['spec.devices.requests[0]: Required value: exactly one of `exactly`']],
  [
    claim({ requests: [request({ allocationMode: 'All', count: 2 })] }),
    ['count: Invalid value: 2: must not be specified'],
  ],
  [
    claim({ requests: [request()], constraints: [{ matchAttribute: 'x', requests: ['q'] }] }),
    [
      'constraints[0].requests[0]: Invalid value: "q": must be the name',
      'matchAttribute: Invalid value: "x": must include',
    ],
  ],
  [slice({ nodeName: 'a' }), ['spec: Invalid value: "{`nodeName`, `allNodes`}": exactly one of']],
  [
    slice({ devices: [{ name: 'a', attributes: { x: {} } }] }),
    ['devices[0].attributes[x]: Required value: exactly one'],
  ],
  [
    event({ involvedObject: { namespace: 'other' } }),
    ['involvedObject.namespace: Invalid value: "other": does not match'],
  ],
  [
    event({ eventTime: '2024-01-02T03:04:05.000000Z', reportingComponent: 'c', reportingInstance: 'i', reason: 'r' }),
    ['action: Required value'],
  ],
  [role({ verbs: ['get'] }), ['apiGroups: Required value: resource rules must', 'resources: Required value: resource']],
  [
    role({ verbs: ['get'], nonResourceURLs: ['/x'] }),
    ['nonResourceURLs: Invalid value: ["/x"]: namespaced rules cannot'],
  ],
  [
    binding({ roleRef: { kind: 'R', name: 'r' } }),
    ['roleRef.kind: Unsupported value: "R": supported values: "Role", "Clu'],
  ],
  [ingress({ rules: [] }), ['spec: Invalid value: []: either `defaultBackend` or `rules` must be specified']],
  [ingress({}), ['spec: Invalid value: null: either `defaultBackend` or `rules` must be specified']],
  [
    ingress({ rules: [{ host: '10.0.0.1', http: { paths: [{ backend }] } }] }),
    ['not an IP address', 'pathType must be'],
  ],
  [
    ingress({ defaultBackend: { service: { name: '1', port: { name: 'a', number: 1 } } } }),
    ['service.name: Invalid value: "1": a DNS-1035', 'defaultBackend: Invalid value: "": cannot set both port name'],
  ],
  [
    ingress({ defaultBackend: {} }),
    ['spec.defaultBackend: Invalid value: "": resource or service backend is required'],
  ],
  [
    ingress({ defaultBackend: { resource: { apiGroup: 'A', kind: 'a/b', name: '..' } } }),
    ['resource.apiGroup: Invalid', 'kind: Invalid value: "a/b": may not contain \'/\'', 'name: Invalid value: ".."'],
  ],
  [
    ingress({ defaultBackend: { resource: {} } }),
    ['resource.kind: Required value: kind is required', 'resource.name: Required value: name is required'],
  ],
  [
    ingress({ rules: [{ host: 'a.*', http: { paths: [{ backend, pathType: 'Exact', path: '//a/..' }] } }] }),
    ['host: Invalid value: "a.*": a wildcard', "must not contain '//'", "cannot end with '/..'"],
  ],
  [
    ingress({ defaultBackend: backend, tls: [{ hosts: ['*a'], secretName: 'A' }] }),
    ['spec.tls[0].hosts[0]: Invalid value: "*a"', 'spec.tls[0].secretName: Invalid value: "A"'],
  ],
  [
    named(NETWORKING, 'IngressClass', {
      spec: { controller: 'A/b', parameters: { kind: 'k', name: 'n', scope: 'S' } },
    }),
    ['spec.controller: Invalid value: "A": a lower', 'spec.parameters.scope: Unsupported value: "S"'],
  ],
  [policy({ ingress: [{ from: [{}] }] }), ['spec.ingress[0].from[0]: Required value: must specify a peer']],
  [
    policy({ egress: [{ to: [{ ipBlock: { cidr: '10.0.0.0/8', except: ['10.0.0.0/8', '10.1.0.0/16'] } }] }] }),
    ['except[0]: Invalid value: "10.0.0.0/8": must be a strict subset of `cidr`'],
  ],
  [
    policy({
      ingress: [
        {
          ports: [
            { port: 'a_', endPort: 1 },
            { port: 5, endPort: 3 },
          ],
        },
      ],
    }),
    ['non-numeric', 'alpha-numeric', 'endPort: Invalid value: 5: must be greater'],
  ],
  [
    inside('v1', 'Endpoints', { subsets: [{ addresses: [{ ip: '127.0.0.1', hostname: 'A' }] }] }),
    [
      'addresses[0].hostname: Invalid value: "A"',
      'addresses[0].ip: Invalid value: "127.0.0.1": may not be in the loop',
    ],
  ],
  [
    inside('discovery.k8s.io/v1', 'EndpointSlice', {
      addressType: 'IPv6',
      endpoints: [{ addresses: ['2001:DB8::1'], hints: { forZones: [{ name: 'a' }, { name: 'a' }] } }],
      ports: [{}, {}],
    }),
    ['ports[1].name: Duplicate value: ""', 'must be in canonical form ("2001:db8::1")', 'forZones[1].name: Duplicate'],
  ],
  [
    inside('discovery.k8s.io/v1', 'EndpointSlice', { addressType: 'FQDN', endpoints: [{ addresses: ['a'] }] }),
    ['endpoints[0].addresses[0]: Invalid value: "a": should be a domain with at least two segments'],
  ],
  [claim({ requests: [request(), request()] }), ['spec.devices.requests[1].name: Duplicate value: "r"']],
  [
    claim({ requests: [request()], config: [{ requests: ['r', 'r'], opaque: { driver: 'd', parameters: [1] } }] }),
    [
      'config[0].requests[1]: Duplicate value: "r"',
      'parameters: Invalid value: "<value omitted>": must be a valid JSON',
    ],
  ],
  [
    slice({ devices: [{ name: 'a', attributes: { x: { version: '1' }, y: { string: 'a'.repeat(65) } } }] }),
    ['attributes[x].version: Invalid value: "1": must be a string compatible', 'attributes[y].string: Too long'],
  ],
  [
    binding({ subjects: [{ kind: 'ServiceAccount', name: 'S_', namespace: 'n' }] }),
    ['subjects[0].name: Invalid value: "S_"'],
  ],
  [
    named(RBAC, 'ClusterRole', { aggregationRule: { clusterRoleSelectors: [{ matchExpressions: [{ key: 'a' }] }] } }),
    ['operator: Invalid value: ""', 'clusterRoleSelectors[0]: Invalid value: null: invalid label selector.'],
  ],
  [
    scaler({ scaleTargetRef: { apiVersion: 'v1', kind: 'D', name: 'a' } }),
    ['apiVersion: Invalid value: "v1": apiVersion must specify API group'],
  ],
  [inside('v1', 'Endpoints', { subsets: [{ ports: [{ port: 80 }] }] }), ['subsets[0]: Required value: must specify']],
  [inside('discovery.k8s.io/v1', 'EndpointSlice', {}), ['addressType: Required value']],
])('what may not be is refused: %#', (object, problems) => {
  expect(problemsOf(object)).toEqual(problems.map((problem) => expect.stringContaining(problem)));
});

test.each([
  [claim({ requests: [request()] }), claim({ requests: [request({ count: 2 })] }), 'spec: Invalid value: {"Devices"'],
  [slice(), slice({ driver: 'e' }), 'spec.driver: Invalid value: "e": field is immutable'],
  [
    binding({}),
    binding({ roleRef: { kind: 'Role', name: 'q' } }),
    'Invalid value: {"APIGroup":"rbac.authorization.k8s.io","Kind":"Role","Name":"q"}: cannot change roleRef',
  ],
  [scaler(), scaler({ maxReplicas: 9 }), undefined],
])('what may change and what may not: %#', (before, after, problem) => {
  const problems = problemsOf(after, { operation: 'update', old: admitted(before) });
  if (problem === undefined) expect(problems).toEqual([]);
  else expect(problems).toEqual([expect.stringContaining(problem)]);
});
