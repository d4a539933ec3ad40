import { podWith, problemsOf } from '../testing/admission.js';

describe('every problem is found, with its field', () => {
  test('at once', () => {
    const pod = podWith({
      containers: [
        { name: 'C', resources: { requests: { cpu: '2', gpu: '1' }, limits: { cpu: '1' } } },
        { name: 'c', image: 'i', ports: [{ containerPort: 0 }] },
      ],
      restartPolicy: 'Maybe',
      tolerations: [{ operator: 'Equal' }],
    });
    const fields = problemsOf(pod).map((problem) => problem.split(': ')[0]);
    expect(fields).toEqual([
      'spec.containers[0].name',
      'spec.containers[0].image',
      'spec.containers[0].resources.requests',
      'spec.containers[0].resources.requests[gpu]',
      'spec.containers[0].resources.requests[gpu]',
      'spec.containers[1].ports[0].containerPort',
      'spec.restartPolicy',
      'spec.tolerations[0].operator',
    ]);
  });
});

describe('a pod', () => {
  const term = (term: object) => ({
    affinity: { nodeAffinity: { requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms: [term] } } },
  });
  const spread = (constraint: object) => ({
    topologySpreadConstraints: [{ maxSkew: 1, topologyKey: 'zone', whenUnsatisfiable: 'DoNotSchedule', ...constraint }],
  });
  const cases: [name: string, spec: object, problems: string[]][] = [
    ['without containers', { containers: [] }, ['spec.containers: Required value']],
    [
      'with one name twice',
      { initContainers: [{ name: 'c', image: 'i' }] },
      ['spec.initContainers[0].name: Duplicate value: "c"'],
    ],
    [
      'with one port of the host twice',
      {
        containers: [
          {
            name: 'c',
            image: 'i',
            ports: [
              { containerPort: 1, hostPort: 5 },
              { containerPort: 2, hostPort: 5 },
            ],
          },
        ],
      },
      ['spec.containers[0].ports[1].hostPort: Duplicate value: "TCP//5"'],
    ],
    [
      'with one volume twice',
      { volumes: [{ name: 'v' }, { name: 'v' }] },
      ['spec.volumes[1].name: Duplicate value: "v"'],
    ],
    [
      'mounting what is not there',
      { containers: [{ name: 'c', image: 'i', volumeMounts: [{ name: 'v', mountPath: '/v' }] }] },
      ['spec.containers[0].volumeMounts[0].name: Not found: "v"'],
    ],
    [
      'with an operator that is none',
      term({ matchExpressions: [{ key: 'a', operator: 'Near' }] }),
      [
        'spec.affinity.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms[0]' +
          '.matchExpressions[0].operator: Invalid value: "Near": not a valid selector operator',
      ],
    ],
    [
      'with a field that nodes cannot be selected by',
      term({ matchFields: [{ key: 'spec.x', operator: 'In', values: ['a'] }] }),
      [
        'spec.affinity.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms[0]' +
          '.matchFields[0].key: Invalid value: "spec.x": not a valid field selector key',
      ],
    ],
    [
      'with affinity that weighs too much',
      {
        affinity: {
          podAffinity: {
            preferredDuringSchedulingIgnoredDuringExecution: [
              { weight: 101, podAffinityTerm: { topologyKey: 'z', labelSelector: {} } },
            ],
          },
        },
      },
      [
        'spec.affinity.podAffinity.preferredDuringSchedulingIgnoredDuringExecution[0].weight: Invalid value: 101: ' +
          'must be in the range 1-100',
      ],
    ],
    [
      'spread without skew',
      spread({ maxSkew: 0 }),
      ['spec.topologySpreadConstraints[0].maxSkew: Invalid value: 0: must be greater than zero'],
    ],
    [
      'spread by nothing in particular',
      spread({ whenUnsatisfiable: '' }),
      [
        'spec.topologySpreadConstraints[0].whenUnsatisfiable: Unsupported value: "": supported values: ' +
          '"DoNotSchedule", "ScheduleAnyway"',
      ],
    ],
    [
      'with domains that need not be',
      spread({ minDomains: 2, whenUnsatisfiable: 'ScheduleAnyway' }),
      [
        'spec.topologySpreadConstraints[0].minDomains: Invalid value: 2: can only use minDomains if ' +
          'whenUnsatisfiable=DoNotSchedule, not ScheduleAnyway',
      ],
    ],
    [
      'gated and bound',
      { schedulingGates: [{ name: 'g' }], nodeName: 'n' },
      ['spec.nodeName: Forbidden: cannot be set until all schedulingGates have been cleared'],
    ],
    [
      'gated twice by one gate',
      { schedulingGates: [{ name: 'g' }, { name: 'g' }] },
      ['spec.schedulingGates[1]: Duplicate value: "g"'],
    ],
    [
      'tolerating for a while what does not evict',
      { tolerations: [{ key: 'a', operator: 'Exists', effect: 'NoSchedule', tolerationSeconds: 5 }] },
      [
        'spec.tolerations[0].effect: Invalid value: "NoSchedule": effect must be \'NoExecute\' when ' +
          '`tolerationSeconds` is set',
      ],
    ],
    [
      'with less than its containers',
      {
        resources: { requests: { cpu: '1' } },
        containers: [{ name: 'c', image: 'i', resources: { requests: { cpu: '2' } } }],
      },
      [
        'spec.resources.requests[cpu]: Invalid value: "1": must be greater than or equal to ' +
          'aggregate container requests of 2',
      ],
    ],
  ];
  test.each(cases)('%s', (_name, spec, problems) => expect(problemsOf(podWith(spec))).toEqual(problems));
});

describe('processes of a Windows host', () => {
  const host = { windowsOptions: { hostProcess: true } };
  const cases: [name: string, spec: object, problems: string[]][] = [
    ['in the network of the host', { hostNetwork: true, securityContext: host }, []],
    [
      'in a network of its own',
      { securityContext: host },
      ['spec.hostNetwork: Invalid value: false: hostNetwork must be true if pod contains any hostProcess containers'],
    ],
    [
      'in some containers alone',
      { hostNetwork: true, initContainers: [{ name: 'i', image: 'i', securityContext: host }] },
      [
        'spec: Invalid value: "": If pod contains any hostProcess containers then all ' +
          'containers must be HostProcess containers',
      ],
    ],
    [
      'otherwise than the pod',
      {
        hostNetwork: true,
        securityContext: { windowsOptions: { hostProcess: false } },
        containers: [{ name: 'c', image: 'i', securityContext: host }],
      },
      [
        'spec.containers[0].securityContext.windowsOptions.hostProcess: Invalid value: true: pod hostProcess value ' +
          'must be identical if both are specified, was false',
      ],
    ],
  ];
  test.each(cases)('%s', (_name, spec, problems) => expect(problemsOf(podWith(spec))).toEqual(problems));
});

describe('annotations of a pod', () => {
  const annotated = (annotations: object, spec: object = {}) => {
    const pod = podWith(spec);
    return problemsOf({ ...pod, metadata: { ...pod.metadata, annotations } as typeof pod.metadata });
  };
  const at = 'metadata.annotations';
  const seccomp = 'container.seccomp.security.alpha.kubernetes.io/c';
  const appArmor = 'container.apparmor.security.beta.kubernetes.io';
  const cost = 'controller.kubernetes.io/pod-deletion-cost';
  const cases: [annotations: object, spec: object, problems: string[]][] = [
    [{ [cost]: '-5' }, {}, []],
    [{ [cost]: '010' }, {}, [`${at}[${cost}]: Invalid value: "010": must be a 32bit integer`]],
    [{ [cost]: '2147483648' }, {}, [`${at}[${cost}]: Invalid value: "2147483648": must be a 32bit integer`]],
    [
      { 'kubernetes.io/config.mirror': 'x' },
      {},
      [
        `${at}[kubernetes.io/config.mirror]: Invalid value: "x": must set spec.nodeName if ` +
          `mirror pod annotation is set`,
      ],
    ],
    [{ [seccomp]: 'x' }, {}, [`${at}.${seccomp}: Invalid value: "x": must be a valid seccomp profile`]],
    [{ [seccomp]: 'localhost/../x' }, {}, [`${at}.${seccomp}: Invalid value: "../x": must not contain '..'`]],
    [{ [`${appArmor}/z`]: '' }, {}, [`${at}[${appArmor}/z]: Invalid value: "z": container not found`]],
    [{ [`${appArmor}/c`]: 'x' }, {}, [`${at}[${appArmor}/c]: Invalid value: "x": invalid AppArmor profile name: "x"`]],
    [
      { [seccomp]: 'unconfined', [`${appArmor}/c`]: 'localhost/a' },
      {
        containers: [
          {
            ...{ name: 'c', image: 'i' },
            securityContext: {
              seccompProfile: { type: 'RuntimeDefault' },
              appArmorProfile: { type: 'Localhost', localhostProfile: 'b' },
            },
          },
        ],
      },
      [
        'spec.containers[0].securityContext.seccompProfile.type: Forbidden: seccomp type in ' +
          'annotation and field must match',
        'spec.containers[0].securityContext.appArmorProfile.localhostProfile: Forbidden: ' +
          'apparmor profile in annotation ' +
          'and field must match',
      ],
    ],
  ];
  test.each(cases)('%j', (annotations, spec, problems) => expect(annotated(annotations, spec)).toEqual(problems));
});
