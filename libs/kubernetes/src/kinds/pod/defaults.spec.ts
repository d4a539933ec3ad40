import { admitted, podWith, podWithContainer } from '../../testing/admission.js';

describe('a pod is completed with', () => {
  const spec = (given: object) => admitted(podWith(given))['spec'];
  const container = (given: object) =>
    (admitted(podWithContainer(given)) as { spec?: { containers?: object[] } }).spec?.containers?.[0];

  test('everything an API server adds to the smallest pod', () => {
    expect(admitted(podWith())).toEqual({
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { name: 'a', namespace: 'n' },
      spec: {
        containers: [
          {
            name: 'c',
            image: 'i',
            imagePullPolicy: 'Always',
            terminationMessagePath: '/dev/termination-log',
            terminationMessagePolicy: 'File',
            resources: {},
          },
        ],
        restartPolicy: 'Always',
        dnsPolicy: 'ClusterFirst',
        schedulerName: 'default-scheduler',
        terminationGracePeriodSeconds: 30,
        securityContext: {},
        enableServiceLinks: true,
        priority: 0,
        preemptionPolicy: 'PreemptLowerPriority',
        tolerations: ['not-ready', 'unreachable'].map((name) => ({
          key: `node.kubernetes.io/${name}`,
          operator: 'Exists',
          effect: 'NoExecute',
          tolerationSeconds: 300,
        })),
      },
      status: { phase: 'Pending', qosClass: 'BestEffort' },
    });
  });
  test('requests from limits, resource by resource, in canonical text', () => {
    expect(
      container({ resources: { limits: { cpu: 0.5, memory: '1024Mi' }, requests: { cpu: '100m' } } }),
    ).toMatchObject({
      resources: { limits: { cpu: '500m', memory: '1Gi' }, requests: { cpu: '100m', memory: '1Gi' } },
    });
  });
  test('a second of grace where it is negative', () => {
    expect(spec({ terminationGracePeriodSeconds: -3 })).toMatchObject({ terminationGracePeriodSeconds: 1 });
  });
  test('what a claim of its own leaves open', () => {
    const claim = { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } };
    const volumeClaimTemplate = { spec: { ...claim, dataSourceRef: { kind: 'PersistentVolumeClaim', name: 'x' } } };
    expect(spec({ volumes: [{ name: 'v', ephemeral: { volumeClaimTemplate } }] })).toMatchObject({
      volumes: [
        {
          ephemeral: { volumeClaimTemplate: { spec: { volumeMode: 'Filesystem', dataSourceRef: { apiGroup: null } } } },
        },
      ],
    });
  });
  test('the profile that an annotation names', () => {
    const pod = podWith();
    const annotations = { 'container.apparmor.security.beta.kubernetes.io/c': 'unconfined' };
    expect(admitted({ ...pod, metadata: { ...pod.metadata, annotations } })).toMatchObject({
      spec: { containers: [{ securityContext: { appArmorProfile: { type: 'Unconfined' } } }] },
    });
  });
  test('amounts rounded up to milli', () => {
    expect(container({ resources: { requests: { cpu: '500u', memory: '1.5' } } })).toMatchObject({
      resources: { requests: { cpu: '1m', memory: '1500m' } },
    });
  });
  test('requests of its own from its limits and its containers', () => {
    const given = {
      resources: { limits: { cpu: '4', memory: '1Gi' } },
      containers: [{ name: 'c', image: 'i', resources: { requests: { cpu: '1' } } }],
    };
    expect(spec(given)).toMatchObject({ resources: { requests: { cpu: '1', memory: '1Gi' } } });
  });
  test('what probes and fields of the pod leave open', () => {
    const env = [{ name: 'e', valueFrom: { fieldRef: { fieldPath: 'metadata.name' } } }];
    expect(container({ env, livenessProbe: { grpc: { port: 1 } } })).toMatchObject({
      env: [{ valueFrom: { fieldRef: { apiVersion: 'v1' } } }],
      livenessProbe: { grpc: { port: 1, service: '' } },
    });
  });
  test('its service account under both names', () => {
    const both = { serviceAccountName: 'robot', serviceAccount: 'robot' };
    expect(spec({ serviceAccountName: 'robot' })).toMatchObject(both);
    expect(spec({ serviceAccount: 'robot' })).toMatchObject(both);
  });
  test('protocols, and ports of the host in its network', () => {
    const containers = [{ name: 'c', image: 'i', ports: [{ containerPort: 80 }] }];
    expect(spec({ containers })).toMatchObject({ containers: [{ ports: [{ containerPort: 80, protocol: 'TCP' }] }] });
    expect(spec({ containers, hostNetwork: true })).toMatchObject({
      containers: [{ ports: [{ containerPort: 80, hostPort: 80, protocol: 'TCP' }] }],
    });
  });
  test('sources and modes of volumes', () => {
    const volumes = [
      { name: 'a' },
      { name: 'b', secret: { secretName: 's' } },
      { name: 'c', hostPath: { path: '/' } },
      { name: 'd', nfs: { server: 's', path: '/' } },
    ];
    expect(spec({ volumes })).toMatchObject({
      volumes: [
        { emptyDir: {} },
        { secret: { defaultMode: 420 } },
        { hostPath: { type: '' } },
        { name: 'd', nfs: { server: 's', path: '/' } },
      ],
    });
  });
  test('probes that know when to ask', () => {
    expect(container({ livenessProbe: { httpGet: { port: 80 } } })).toMatchObject({
      livenessProbe: {
        timeoutSeconds: 1,
        periodSeconds: 10,
        successThreshold: 1,
        failureThreshold: 3,
        httpGet: { path: '/', scheme: 'HTTP', port: 80 },
      },
    });
  });
  const images: [image: string, policy: string][] = [
    ['nginx', 'Always'],
    ['nginx:latest', 'Always'],
    ['nginx:1.27', 'IfNotPresent'],
    ['host:5000/nginx', 'Always'],
    ['host:5000/nginx:1', 'IfNotPresent'],
    [`nginx@sha256:${'0'.repeat(64)}`, 'IfNotPresent'],
    [`nginx:latest@sha256:${'0'.repeat(64)}`, 'Always'],
  ];
  test.each(images)('a pull policy for %s: %s', (image, imagePullPolicy) =>
    expect(container({ image })).toMatchObject({ imagePullPolicy }),
  );
});

describe('the quality of service of a pod is', () => {
  const both = { cpu: '1', memory: '1Gi' };
  const cases: [name: string, resources: object, qosClass: string][] = [
    ['BestEffort without anything', {}, 'BestEffort'],
    ['BestEffort with extended resources only', { limits: { 'example.com/gpu': 1 } }, 'BestEffort'],
    ['Guaranteed with equal limits', { limits: both }, 'Guaranteed'],
    [
      'Guaranteed whatever the amounts are written as',
      { limits: both, requests: { cpu: '1000m', memory: '1024Mi' } },
      'Guaranteed',
    ],
    ['Burstable with a lower request', { limits: both, requests: { cpu: '500m' } }, 'Burstable'],
    ['Burstable with one limit', { limits: { cpu: '1' } }, 'Burstable'],
    ['Burstable with requests', { requests: both }, 'Burstable'],
  ];
  test.each(cases)('%s', (_name, resources, qosClass) =>
    expect(admitted(podWithContainer({ resources }))['status']).toMatchObject({ qosClass }),
  );
});

test('completing twice changes nothing', () => {
  const once = admitted(podWithContainer({ resources: { limits: { cpu: 1 } }, ports: [{ containerPort: 80 }] }));
  expect(admitted(structuredClone(once))).toEqual(once);
});

test('a status that does not say of which generation it is, or a condition of it, keeps what was said', () => {
  const ready = { type: 'Ready', status: 'True' };
  const before = { observedGeneration: 2, conditions: [{ ...ready, observedGeneration: 1 }] };
  const first = admitted(podWith());
  const { qosClass } = first['status'] as { qosClass: string };
  const old = { ...first, status: { qosClass, ...before } };
  const written = (status: object) =>
    admitted(
      { ...structuredClone(old), status: { qosClass, ...status } },
      { operation: 'update', subresource: 'status', old },
    )['status'];
  expect(
    written({
      conditions: [
        { ...ready, status: 'False' },
        { type: 'Other', status: 'True' },
      ],
    }),
  ).toMatchObject({
    observedGeneration: 2,
    conditions: [
      { status: 'False', observedGeneration: 1 },
      { type: 'Other', lastProbeTime: null, lastTransitionTime: null },
    ],
  });
  expect(written({ observedGeneration: 3, conditions: [{ ...ready, observedGeneration: 3 }] })).toMatchObject({
    observedGeneration: 3,
    conditions: [{ observedGeneration: 3 }],
  });
});
