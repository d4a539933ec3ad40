import type { KubernetesObject } from '../index.js';
import { admitted, inNamespace, objectOf, problemsOf } from '../testing/admission.js';

type Case = readonly [status: object, problems: readonly string[], before?: object];

/** Without another, the status before is that of a new object. */
const whole = (cases: readonly Case[]) =>
  cases.map(([status, problems, before = {}]) => [status, problems, before] as const);

function problemsOfStatus(object: KubernetesObject, status: object, before: object): string[] {
  const old = admitted(object);
  const was = { ...(old['status'] as object), ...before };
  const written = { ...structuredClone(old), status: { ...structuredClone(was), ...status } };
  return problemsOf(written, { operation: 'update', subresource: 'status', old: { ...old, status: was } });
}

const service = (type: string): KubernetesObject => ({
  ...inNamespace(objectOf('v1', 'Service')),
  spec: { type, ports: [{ port: 80 }], clusterIP: '10.96.0.9' },
});
const ingress = (one: object): object => ({ loadBalancer: { ingress: [one] } });
const at = 'status.loadBalancer.ingress[0]';

describe('what is reported of a service', () => {
  const cases: Case[] = [
    [ingress({ ip: '1.2.3.4' }), []],
    [
      ingress({ ip: 'x' }),
      [`${at}.ip: Invalid value: "x": must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)`],
    ],
    [ingress({ ip: 'x' }), [], ingress({ ip: 'x' })],
    [
      ingress({ ip: '1.2.3.4', ipMode: 'X' }),
      [`${at}.ipMode: Unsupported value: "X": supported values: "Proxy", "VIP"`],
    ],
    [
      ingress({ hostname: 'a', ipMode: 'VIP' }),
      [`${at}.ipMode: Forbidden: may not be specified when \`ip\` is not set`],
    ],
    [
      ingress({ hostname: '1.2.3.4' }),
      [`${at}.hostname: Invalid value: "1.2.3.4": must be a DNS name, not an IP address`],
    ],
  ];
  test.each(whole(cases))('%j', (status, problems, before) =>
    expect(problemsOfStatus(service('LoadBalancer'), status, before)).toEqual(problems),
  );
  test('that has no load balancer', () => {
    expect(problemsOfStatus(service('ClusterIP'), ingress({ ip: '1.2.3.4' }), {})).toEqual([
      "status.loadBalancer.ingress: Forbidden: may only be used when `spec.type` is 'LoadBalancer'",
    ]);
  });
});

describe('what is reported of a resource claim', () => {
  const requests = [{ name: 'r', exactly: { deviceClassName: 'c' } }];
  const claim = inNamespace(objectOf('resource.k8s.io/v1', 'ResourceClaim', { spec: { devices: { requests } } }));
  const device = { driver: 'd.io', pool: 'p', device: 'x' };
  const result = { request: 'r', ...device };
  const allocated = (...results: object[]) => ({ allocation: { devices: { results } } });
  const user = { resource: 'pods', name: 'a', uid: 'u' };
  const results = 'status.allocation.devices.results';
  const given = 'status.allocation.devices.config[0]';
  const named = "must be the name of a request in the claim or the name of a request and a subrequest separated by '/'";
  const cases: Case[] = [
    [{ ...allocated(result), reservedFor: [user], devices: [device] }, []],
    [{ reservedFor: [user] }, ['status.reservedFor: Forbidden: may not be specified when `allocated` is not set']],
    [
      { ...allocated(result), reservedFor: [{}, user, user] },
      [
        ...['resource', 'name', 'uid'].map((field) => `status.reservedFor[0].${field}: Required value`),
        'status.reservedFor[2].uid: Duplicate value: "u"',
      ],
    ],
    [
      allocated({ ...result, request: 's', pool: '' }),
      [`${results}[0].request: Invalid value: "s": ${named}`, `${results}[0].pool: Required value`],
    ],
    [
      { ...allocated(result), devices: [{ ...device, device: 'y', data: 1, networkData: { ips: ['1.2.3.4'] } }] },
      [
        'status.devices[0]: Invalid value: d.io/p/y: must be an allocated device in the claim',
        'status.devices[0].data: Invalid value: "<value omitted>": parameters must be a valid JSON object',
        'status.devices[0].networkData.ips[0]: Invalid value: "1.2.3.4": ' +
          'must be a valid address in CIDR form, (e.g. 10.9.8.7/24 or 2001:db8::1/64)',
      ],
    ],
    [
      allocated({ ...result, device: 'y' }),
      [
        expect.stringMatching(
          /^status.allocation: Invalid value: \{"Devices":\{"Results":\[\{"Request":"r",.*immutable$/,
        ),
      ],
      allocated(result),
    ],
    [{ allocation: undefined, devices: [device] }, [], { ...allocated(result), devices: [device] }],
    [
      { allocation: { devices: { config: [{ source: 'X', opaque: { driver: 'd.io', parameters: {} } }] } } },
      [`${given}.source: Unsupported value: "X": supported values: "FromClaim", "FromClass"`],
    ],
  ];
  test.each(whole(cases))('%j', (status, problems, before) =>
    expect(problemsOfStatus(claim, status, before)).toEqual(problems),
  );
});

describe('claims that ask for the access of an administrator', () => {
  const claims = { devices: { requests: [{ name: 'r', exactly: { deviceClassName: 'c', adminAccess: true } }] } };
  const claim = inNamespace(objectOf('resource.k8s.io/v1', 'ResourceClaim', { spec: claims }));
  const template = inNamespace(objectOf('resource.k8s.io/v1', 'ResourceClaimTemplate', { spec: { spec: claims } }));
  const labelled = (value: string) => ({ namespaceLabels: () => ({ 'resource.kubernetes.io/admin-access': value }) });
  const reported =
    'Forbidden: admin access to devices requires the `resource.kubernetes.io/admin-access: true` label on the ' +
    'containing namespace';
  test.each([claim, template])('are refused where the namespace is not for that: $kind', (object) => {
    const refused = [`spec.devices.requests[0].adminAccess: ${reported}`];
    expect(problemsOf(structuredClone(object), { namespaceLabels: () => undefined })).toEqual(refused);
    expect(problemsOf(structuredClone(object), labelled('false'))).toEqual(refused);
    expect(problemsOf(structuredClone(object), labelled('true'))).toEqual([]);
  });
  test('get it in no other namespace either', () => {
    const old = admitted(structuredClone(claim));
    const results = [{ request: 'r', driver: 'd.io', pool: 'p', device: 'x', adminAccess: true }];
    const written = { ...structuredClone(old), status: { allocation: { devices: { results } } } };
    const update = { operation: 'update', subresource: 'status', old } as const;
    expect(problemsOf(structuredClone(written), { ...update, ...labelled('no') })).toEqual([
      `status.allocation.devices.results[0].adminAccess: ${reported}`,
    ]);
    expect(problemsOf(written, { ...update, ...labelled('true') })).toEqual([]);
  });
});

const namespace = objectOf('v1', 'Namespace');
const autoscaler = {
  ...inNamespace(objectOf('autoscaling/v2', 'HorizontalPodAutoscaler')),
  spec: { maxReplicas: 1, scaleTargetRef: { kind: 'Deployment', name: 'a', apiVersion: 'apps/v1' } },
};
const budget = { ...inNamespace(objectOf('policy/v1', 'PodDisruptionBudget')), spec: { minAvailable: 1 } };
const claim = {
  ...inNamespace(objectOf('v1', 'PersistentVolumeClaim')),
  spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } },
};
const attachment = {
  ...objectOf('storage.k8s.io/v1', 'VolumeAttachment'),
  spec: { attacher: 'a', nodeName: 'n', source: { persistentVolumeName: 'v' } },
};
const sound = { type: 'A', status: 'True', reason: 'R', message: '', lastTransitionTime: '2026-01-01T00:00:00Z' };

test.each<readonly [object: KubernetesObject, status: object, problems: readonly string[]]>([
  [namespace, { phase: 'Active' }, []],
  [
    namespace,
    { phase: 'Terminating' },
    ['status.Phase: Invalid value: "Terminating": may only be \'Active\' if `deletionTimestamp` is empty'],
  ],
  [
    autoscaler,
    { currentReplicas: -1, desiredReplicas: -2 },
    [
      'status.currentReplicas: Invalid value: -1: must be greater than or equal to 0',
      'status.desiredReplicas: Invalid value: -2: must be greater than or equal to 0',
    ],
  ],
  [budget, { conditions: [sound] }, []],
  [
    budget,
    { conditions: [{ type: 'A', status: 'X', observedGeneration: -1 }, sound] },
    [
      'status.conditions[0].status: Unsupported value: "X": supported values: "False", "True", "Unknown"',
      'status.conditions[0].observedGeneration: Invalid value: -1: must be greater than or equal to zero',
      'status.conditions[0].lastTransitionTime: Required value',
      'status.conditions[0].reason: Required value',
      'status.conditions[1].type: Duplicate value: "A"',
    ],
  ],
  [
    claim,
    { allocatedResources: { storage: '-1', cpu: '1' }, allocatedResourceStatuses: { storage: 'X' } },
    [
      'status.allocatedResourceStatuses: Unsupported value: "storage": supported values: ' +
        '"ControllerResizeInProgress", ' +
        '"ControllerResizeInfeasible", "NodeResizeInProgress", "NodeResizeInfeasible", "NodeResizePending"',
      'status.allocatedResources[storage]: Invalid value: -1: must be a valid resource quantity',
      'status.allocatedResources: Unsupported value: "cpu": supported values: "storage"',
    ],
  ],
  [
    attachment,
    { attachError: { message: 'x'.repeat(1025), errorCode: -1 } },
    [
      'status.attachError.message: Too long: may not be more than 262144 bytes',
      'status.attachError.message: Too long: may not be more than 262144 bytes',
    ],
  ],
])('%#. a status is judged by its kind', (object, status, problems) =>
  expect(problemsOfStatus(object, status, {})).toEqual(problems),
);

describe('what is reported of a job', () => {
  const job = {
    ...objectOf('batch/v1', 'Job', { metadata: { name: 'a', namespace: 'n', uid: 'u' } }),
    spec: { template: { spec: { restartPolicy: 'Never', containers: [{ name: 'c', image: 'i' }] } } },
  };
  const is = (...types: string[]): object => ({ conditions: types.map((type) => ({ type, status: 'True' })) });
  const started = { startTime: '2026-01-01T00:00:00Z' };
  const cases: Case[] = [
    [
      { uncountedTerminatedPods: { succeeded: ['a', ''], failed: ['a'] } },
      [
        'status.uncountedTerminatedPods.succeeded[1]: Invalid value: "": must not be empty',
        'status.uncountedTerminatedPods.failed[0]: Duplicate value: "a"',
      ],
    ],
    [
      { completedIndexes: '0' },
      [
        'status.completedIndexes: Invalid value: "0": cannot set non-empty completedIndexes ' +
          'when non-indexed completion ' +
          'mode',
      ],
    ],
    [{ completedIndexes: '0' }, [], { completedIndexes: '0' }],
    [
      { failedIndexes: '0', completedIndexes: '' },
      ['status.failedIndexes: Invalid value: "0": cannot set non-null failedIndexes when backoffLimitPerIndex is null'],
    ],
    [
      { ...is('SuccessCriteriaMet', 'FailureTarget') },
      ['status.conditions: Invalid value: cannot set SuccessCriteriaMet=True and FailureTarget=true conditions'],
    ],
    [
      { ...is('Failed', 'FailureTarget'), terminating: 1 },
      ['status.terminating: Invalid value: 1: terminating>0 is invalid for finished job'],
      started,
    ],
    [{ failed: 1 }, ['status.failed: Invalid value: 1: cannot decrease the failed counter'], { failed: 2 }],
    [
      { startTime: '2026-01-02T00:00:00Z' },
      ['status.startTime: Required value: startTime cannot be removed for unsuspended job'],
      started,
    ],
    [
      { conditions: [] },
      ['status.conditions: Invalid value: cannot disable the SuccessCriteriaMet=True condition'],
      is('SuccessCriteriaMet'),
    ],
  ];
  test.each(whole(cases))('%j', (status, problems, before) =>
    expect(problemsOfStatus(job, status, before)).toEqual(problems),
  );
});

describe('a volume that stands in what attaches it', () => {
  const inline = (spec: object): string[] =>
    problemsOf({ ...attachment, spec: { ...attachment.spec, source: { inlineVolumeSpec: spec } } });
  const csi = { driver: 'a', volumeHandle: 'h' };
  const path = 'spec.source.inlineVolumeSpec';
  const not = 'in the context of inline volumes';
  test('is of a driver, and nothing more', () => {
    expect(inline({ accessModes: ['ReadWriteOnce'], csi })).toEqual([]);
    expect(
      inline({
        ...{ accessModes: ['ReadWriteOnce'], capacity: { storage: '1Gi' }, storageClassName: 'a', volumeMode: 'Block' },
        ...{ persistentVolumeReclaimPolicy: 'Delete', hostPath: { path: '/a' } },
      }),
    ).toEqual([
      `${path}.capacity: Forbidden: may not be specified ${not}`,
      `${path}.csi: Required value: has to be specified ${not}`,
      `${path}.persistentVolumeReclaimPolicy: Forbidden: may only be Retain ${not}`,
      `${path}.storageClassName: Forbidden: may not be specified ${not}`,
      `${path}.volumeMode: Forbidden: may not specify volumeMode other than Filesystem ${not}`,
    ]);
  });
});
