import { admitted, podWith, problemsOf, updateProblemsOf } from '../../testing/admission.js';

const gated = { schedulingGates: [{ name: 'g' }, { name: 'h' }] };
const required = (...expressions: object[]) => ({
  affinity: {
    nodeAffinity: {
      requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms: [{ matchExpressions: expressions }] },
    },
  },
});
const zone = { key: 'zone', operator: 'In', values: ['a'] };
const disk = { key: 'disk', operator: 'Exists' };

describe('a pod may change', () => {
  const cases: [name: string, before: object, after: object][] = [
    ['nothing', { nodeSelector: { a: 'b' } }, { nodeSelector: { a: 'b' } }],
    ['its images', {}, { containers: [{ name: 'c', image: 'other', imagePullPolicy: 'Always' }] }],
    ['its deadline, downwards', { activeDeadlineSeconds: 10 }, { activeDeadlineSeconds: 5 }],
    [
      'its tolerations, by adding',
      { tolerations: [{ key: 'a', operator: 'Exists' }] },
      {
        tolerations: [
          { key: 'b', operator: 'Exists' },
          { key: 'a', operator: 'Exists' },
        ],
      },
    ],
    ['its gates, by removing', gated, { schedulingGates: [{ name: 'h' }] }],
    [
      'its node selector while gated, by adding',
      { ...gated, nodeSelector: { a: 'b' } },
      { ...gated, nodeSelector: { a: 'b', c: 'd' } },
    ],
    [
      'its node affinity while gated, by adding',
      { ...gated, ...required(zone) },
      { ...gated, ...required(zone, disk) },
    ],
    ['its node affinity while gated, from nothing', gated, { ...gated, ...required(zone) }],
    [
      'how amounts are written',
      { containers: [{ name: 'c', image: 'i', resources: { requests: { cpu: '1000m' } } }] },
      { containers: [{ name: 'c', image: 'i', resources: { requests: { cpu: 1 } } }] },
    ],
  ];
  test.each(cases)('%s', (_name, before, after) =>
    expect(updateProblemsOf(podWith(before), podWith(after))).toEqual([]),
  );
});

test('where specifications differ is shown as the API server has them, what may change aside', () => {
  const change = { containers: [{ name: 'c', image: 'other' }], hostNetwork: true };
  const [problem = ''] = updateProblemsOf(podWith({}), podWith(change));
  expect(problem.slice(problem.indexOf('\n'))).toBe(
    [
      '\n@@ -44,7 +44,7 @@',
      '  "AutomountServiceAccountToken": null,',
      '  "NodeName": "",',
      '  "SecurityContext": {',
      '-  "HostNetwork": false,',
      '+  "HostNetwork": true,',
      '   "HostPID": false,',
      '   "HostIPC": false,',
      '   "ShareProcessNamespace": null,',
      '',
    ].join('\n'),
  );
});

describe('a pod may not change', () => {
  const other = /^spec: Forbidden: pod updates may not change fields other than `spec.containers\[\*\].image`,/;
  const cases: [name: string, before: object, after: object, problem: RegExp][] = [
    ['its node', { nodeName: 'a' }, { nodeName: 'b' }, other],
    ['its node selector', {}, { nodeSelector: { a: 'b' } }, other],
    ['its resources', {}, { containers: [{ name: 'c', image: 'i', resources: { requests: { cpu: '1' } } }] }, other],
    [
      'its containers',
      {},
      {
        containers: [
          { name: 'c', image: 'i' },
          { name: 'd', image: 'i' },
        ],
      },
      /^spec.containers: Forbidden: pod updates may not add or remove containers$/,
    ],
    [
      'its deadline, upwards',
      { activeDeadlineSeconds: 5 },
      { activeDeadlineSeconds: 10 },
      /^spec.activeDeadlineSeconds: Invalid value: 10: must be less than or equal/,
    ],
    [
      'its tolerations, by removing',
      { tolerations: [{ operator: 'Exists' }] },
      {},
      /^spec.tolerations: Forbidden: existing toleration can not be modified/,
    ],
    [
      'its gates, by adding',
      gated,
      { schedulingGates: [...gated.schedulingGates, { name: 'i' }] },
      /^spec.schedulingGates\[2\].name: Forbidden: only deletion is allowed/,
    ],
    [
      'its node selector while gated, by removing',
      { ...gated, nodeSelector: { a: 'b' } },
      gated,
      /^spec.nodeSelector: Invalid value: {}: only additions/,
    ],
    [
      'its node affinity while gated, by removing',
      { ...gated, ...required(zone, disk) },
      { ...gated, ...required(zone) },
      /only additions are allowed/,
    ],
  ];
  test.each(cases)('%s', (_name, before, after, problem) => {
    expect(updateProblemsOf(podWith(before), podWith(after))).toEqual([expect.stringMatching(problem)]);
  });
});

test('annotations that say what a pod is stay as they are', () => {
  const mirror = 'kubernetes.io/config.mirror';
  const appArmor = 'container.apparmor.security.beta.kubernetes.io/c';
  const annotated = (annotations: Record<string, string>) => {
    const pod = podWith({ nodeName: 'n' });
    return { ...pod, metadata: { ...pod.metadata, annotations } };
  };
  const at = 'metadata.annotations';
  expect(updateProblemsOf(annotated({ a: 'b' }), annotated({ [appArmor]: '', [mirror]: 'x' }))).toEqual([
    `${at}[${appArmor}]: Forbidden: may not add AppArmor annotations`,
    `${at}[${mirror}]: Forbidden: may not add mirror pod annotation`,
  ]);
  expect(updateProblemsOf(annotated({ [appArmor]: '', [mirror]: 'x' }), annotated({ [mirror]: 'y' }))).toEqual([
    `${at}[${appArmor}]: Forbidden: may not remove or update AppArmor annotations`,
    `${at}[${mirror}]: Forbidden: may not remove or update mirror pod annotation`,
  ]);
});

test('an import is free to change a pod', () => {
  const old = admitted(podWith({ nodeName: 'a' }));
  expect(problemsOf(podWith({ nodeName: 'b' }), { operation: 'import', old })).toEqual([]);
});

describe('what is reported of a pod', () => {
  const old = admitted(podWith({ restartPolicy: 'Never' }));
  const said = (status: object, before: object = {}) =>
    problemsOf(
      { ...structuredClone(old), status: { ...(old['status'] as object), ...status } },
      {
        operation: 'update',
        subresource: 'status',
        old: { ...old, status: { ...(old['status'] as object), ...before } },
      },
    );
  test('names nodes and addresses', () => {
    expect(said({ nominatedNodeName: 'Bad_' })).toEqual([expect.stringMatching(/^status.nominatedNodeName: Invalid/)]);
    expect(said({ podIPs: [{ ip: 'x' }] })).toEqual([expect.stringMatching(/^status.podIPs\[0\]: Invalid value: "x"/)]);
    expect(said({ podIPs: [{ ip: '10.0.0.1' }, { ip: '10.0.0.1' }] })).toEqual([
      'status.podIPs: Invalid value: [{"IP":"10.0.0.1"},{"IP":"10.0.0.1"}]: ' +
        'may specify no more than one IP for each IP family',
    ]);
  });
  test('keeps addresses that were there, and judges conditions, generations and users', () => {
    expect(said({ podIPs: [{ ip: 'x' }] }, { podIPs: [{ ip: 'x' }] })).toEqual([]);
    expect(said({ conditions: [{ type: 'a b', observedGeneration: -1 }], observedGeneration: -2 })).toEqual([
      'status.conditions[0].observedGeneration: Invalid value: -1: must be a non-negative integer',
      expect.stringMatching(/^status.conditions\[0\].Type: Invalid value: "a b"/),
      'status.observedGeneration: Invalid value: -2: must be a non-negative integer',
    ]);
    const user = { linux: { uid: -1, gid: 1, supplementalGroups: [-2] } };
    expect(said({ containerStatuses: [{ name: 'c', user }] })).toEqual([
      'status.containerStatuses[0].user.linux.uid: Invalid value: -1: must be between 0 and 2147483647, inclusive',
      'status.containerStatuses[0].user.linux.supplementalGroups[0]: Invalid value: -2: must be between 0 and ' +
        '2147483647, inclusive',
    ]);
  });
  test('lets nothing run again that has ended', () => {
    const ended = [{ name: 'c', state: { terminated: { exitCode: 0 } } }];
    const running = [{ name: 'c', state: { running: {} } }];
    expect(said({ containerStatuses: running }, { containerStatuses: ended })).toEqual([
      'status.containerStatuses[0].state: Forbidden: may not be transitioned to non-terminated state',
    ]);
  });
});
