import { objectOf, podWith, podWithContainer, problemsOf } from '../testing/admission.js';

const named = (metadata: object, kind = 'Node') => ({ ...objectOf('v1', kind), metadata: { name: 'a', ...metadata } });
const node = (fields: object) => objectOf('v1', 'Node', fields);
const storage = (kind: string, fields: object) => objectOf('storage.k8s.io/v1', kind, fields);

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
      'spec.containers[0].resources.requests[gpu]',
      'spec.containers[0].resources.requests[gpu]',
      'spec.containers[0].resources.requests',
      'spec.containers[1].ports[0].containerPort',
      'spec.restartPolicy',
      'spec.tolerations[0].operator',
    ]);
  });
});

describe('values of the wrong JSON type', () => {
  const cases: [object: ReturnType<typeof objectOf>, problem: string][] = [
    [podWith({ containers: 'x' }), 'spec.containers: Invalid value: "string": must be an array'],
    [podWith({ containers: [1] }), 'spec.containers[0]: Invalid value: "number": must be an object'],
    [podWith({ priority: '1' }), 'spec.priority: Invalid value: "string": must be an integer'],
    [
      podWith({ priority: 2 ** 31 }),
      'spec.priority: Invalid value: 2147483648: must be between -2147483648 and 2147483647, inclusive',
    ],
    [podWith({ hostNetwork: 'yes' }), 'spec.hostNetwork: Invalid value: "string": must be a boolean'],
    [podWith({ nodeSelector: { a: true } }), 'spec.nodeSelector[a]: Invalid value: "boolean": must be a string'],
    [
      podWithContainer({ resources: { requests: { cpu: true } } }),
      'spec.containers[0].resources.requests[cpu]: Invalid value: "boolean": must be a quantity: a string or a number',
    ],
    [
      podWithContainer({ resources: { requests: { cpu: '12Qi' } } }),
      `spec.containers[0].resources.requests[cpu]: Invalid value: "12Qi": quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'`,
    ],
    [
      named({ creationTimestamp: 'yesterday' }),
      'metadata.creationTimestamp: Invalid value: "yesterday": must be a time of the form 2006-01-02T15:04:05Z (RFC 3339)',
    ],
  ];
  test.each(cases)('%j', (object, problem) => expect(problemsOf(object)).toEqual([problem]));

  test('null is absent', () => {
    expect(problemsOf(podWith({ nodeSelector: null, affinity: null, priority: null }))).toEqual([]);
  });
});

describe('what cannot be kept exactly', () => {
  const cases: [spec: object, problem: string][] = [
    [{ note: 'a\0b' }, 'spec.note: Forbidden: must not contain NUL characters or lone surrogates'],
    [
      { deep: [{ note: 'a\ud800' }] },
      'spec.deep[0].note: Forbidden: must not contain NUL characters or lone surrogates',
    ],
    [{ 'a\0': 1 }, 'spec: Forbidden: must not have a key with NUL characters or lone surrogates'],
    [{ count: 2 ** 53 }, 'spec.count: Invalid value: 9007199254740992: integers beyond 2^53 cannot be kept exactly'],
    [
      { deep: JSON.parse(`${'['.repeat(200)}${']'.repeat(200)}`) as object },
      `spec.deep${'[0]'.repeat(98)}: Forbidden: must not be nested deeper than 100 levels`,
    ],
  ];
  test.each(cases)('%#', (spec, problem) => expect(problemsOf(podWith(spec))).toEqual([problem]));

  test('but pairs of surrogates and fractions can', () => {
    expect(problemsOf(podWith({ note: '𝒂😀', share: 0.1, most: 2 ** 53 - 1 }))).toEqual([]);
  });
});

describe('metadata', () => {
  const cases: [object: ReturnType<typeof objectOf>, problems: RegExp[]][] = [
    [named({ name: '' }), [/^metadata.name: Required value: name or generateName is required$/]],
    [named({ name: 'A' }), [/^metadata.name: Invalid value: "A": a lowercase RFC 1123 subdomain must consist of/]],
    [named({ name: 'a.b' }, 'Namespace'), [/^metadata.name: Invalid value: "a.b": must not contain dots$/]],
    [named({ namespace: 'n' }), [/^metadata.namespace: Forbidden: not allowed on this type$/]],
    [{ ...podWith(), metadata: { name: 'a' } }, [/^metadata.namespace: Required value$/]],
    [
      named({ labels: { 'a/b/c': 'x', ok: '-' } }),
      [
        /^metadata.labels: Invalid value: "a\/b\/c": a qualified name/,
        /^metadata.labels: Invalid value: "-": a valid label/,
      ],
    ],
    [
      named({ annotations: { A: 'x'.repeat(262144) } }),
      [/^metadata.annotations: Too long: may not be more than 262144 bytes$/],
    ],
    [named({ annotations: { a: 'é'.repeat(131072) } }), [/^metadata.annotations: Too long/]],
    [
      named({ ownerReferences: [{ apiVersion: 'v1', kind: 'Pod', name: '', uid: 'u' }] }),
      [/^metadata.ownerReferences\[0\].name: Invalid value: "": must not be empty$/],
    ],
  ];
  test.each(cases)('%#', (object, problems) =>
    expect(problemsOf(object)).toEqual(problems.map((problem) => expect.stringMatching(problem))),
  );

  test('annotations may be as long as the limit and have keys in capitals', () => {
    expect(problemsOf(named({ annotations: { ABC: 'x'.repeat(262141) } }))).toEqual([]);
  });
});

describe('resources', () => {
  const cases: [name: string, resources: object, problems: string[]][] = [
    [
      'request over limit',
      { requests: { cpu: '2' }, limits: { cpu: '1' } },
      ['requests: Invalid value: "2": must be less than or equal to cpu limit of 1'],
    ],
    [
      'extended without limit',
      { requests: { 'example.com/gpu': 1 } },
      ['limits: Required value: Limit must be set for non overcommitable resources'],
    ],
    [
      'extended below its limit',
      { requests: { 'example.com/gpu': 1 }, limits: { 'example.com/gpu': 2 } },
      ['requests: Invalid value: "1": must be equal to example.com/gpu limit of 2'],
    ],
    [
      'part of a device',
      { limits: { 'example.com/gpu': '500m' } },
      [
        'limits[example.com/gpu]: Invalid value: "500m": must be an integer',
        'requests[example.com/gpu]: Invalid value: "500m": must be an integer',
      ],
    ],
    [
      'less than nothing',
      { requests: { memory: '-1' } },
      ['requests[memory]: Invalid value: "-1": must be greater than or equal to 0'],
    ],
    ['huge pages alone', { limits: { 'hugepages-2Mi': '4Mi' } }, [': Forbidden: HugePages require cpu or memory']],
    [
      'part of a huge page',
      { limits: { 'hugepages-2Mi': '3Mi', cpu: '1' } },
      [
        'limits[hugepages-2Mi]: Invalid value: "3Mi": 3Mi is not positive integer multiple of hugepages-2Mi',
        'requests[hugepages-2Mi]: Invalid value: "3Mi": 3Mi is not positive integer multiple of hugepages-2Mi',
      ],
    ],
    [
      'well formed',
      {
        requests: { cpu: '100m', 'ephemeral-storage': '1Gi' },
        limits: { cpu: '1', 'example.com/gpu': '2', 'hugepages-2Mi': '4Mi' },
      },
      [],
    ],
  ];
  test.each(cases)('%s', (_name, resources, problems) => {
    const at = 'spec.containers[0].resources';
    expect(problemsOf(podWithContainer({ resources }))).toEqual(
      problems.map((problem) => `${at}${problem.startsWith(':') ? '' : '.'}${problem}`),
    );
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
        'spec.affinity.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms[0].matchExpressions[0].operator: Invalid value: "Near": not a valid selector operator',
      ],
    ],
    [
      'with a field that nodes cannot be selected by',
      term({ matchFields: [{ key: 'spec.x', operator: 'In', values: ['a'] }] }),
      [
        'spec.affinity.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms[0].matchFields[0].key: Invalid value: "spec.x": not a valid field selector key',
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
        'spec.affinity.podAffinity.preferredDuringSchedulingIgnoredDuringExecution[0].weight: Invalid value: 101: must be in the range 1-100',
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
        'spec.topologySpreadConstraints[0].whenUnsatisfiable: Unsupported value: "": supported values: "DoNotSchedule", "ScheduleAnyway"',
      ],
    ],
    [
      'with domains that need not be',
      spread({ minDomains: 2, whenUnsatisfiable: 'ScheduleAnyway' }),
      [
        'spec.topologySpreadConstraints[0].minDomains: Invalid value: 2: can only use minDomains if whenUnsatisfiable=DoNotSchedule, not ScheduleAnyway',
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
        'spec.tolerations[0].effect: Invalid value: "NoSchedule": effect must be \'NoExecute\' when `tolerationSeconds` is set',
      ],
    ],
    [
      'with less than its containers',
      {
        resources: { requests: { cpu: '1' } },
        containers: [{ name: 'c', image: 'i', resources: { requests: { cpu: '2' } } }],
      },
      [
        'spec.resources.requests[cpu]: Invalid value: "1": must be greater than or equal to aggregate container requests of 2',
      ],
    ],
  ];
  test.each(cases)('%s', (_name, spec, problems) => expect(problemsOf(podWith(spec))).toEqual(problems));
});

test('a node has what its kubelet says, under whatever name', () => {
  expect(
    problemsOf(
      node({
        status: {
          capacity: { 'attachable-volumes-aws-ebs': '39', 'hugepages-2Mi': '0', 'example.com/gpu': 8, odd: '1' },
        },
      }),
    ),
  ).toEqual([]);
});

describe('other kinds', () => {
  const inNamespace = (object: ReturnType<typeof objectOf>) => ({ ...object, metadata: { name: 'a', namespace: 'n' } });
  const template = { metadata: { labels: { app: 'b' } }, spec: { containers: [{ name: 'c', image: 'i' }] } };
  const cases: [name: string, object: ReturnType<typeof objectOf>, fields: string[]][] = [
    [
      'taints',
      node({
        spec: {
          taints: [
            { key: 'a', effect: 'Never' },
            { key: 'b' },
            { key: 'c', effect: 'NoSchedule' },
            { key: 'c', effect: 'NoSchedule' },
          ],
        },
      }),
      ['spec.taints[0].effect', 'spec.taints[1].effect', 'spec.taints[3]'],
    ],
    [
      'amounts of a node',
      node({ status: { capacity: { cpu: '-1', 'example.com/gpu': '1.5' }, allocatable: {} } }),
      ['status.capacity[cpu]', 'status.capacity[example.com/gpu]'],
    ],
    ['user priority', objectOf('scheduling.k8s.io/v1', 'PriorityClass', { value: 1_000_000_001 }), ['value']],
    [
      'system priority',
      { ...objectOf('scheduling.k8s.io/v1', 'PriorityClass', { value: 5 }), metadata: { name: 'system-x' } },
      ['metadata.name'],
    ],
    ['runtime class', objectOf('node.k8s.io/v1', 'RuntimeClass', { handler: 'A B' }), ['handler']],
    [
      'volume',
      objectOf('v1', 'PersistentVolume', { spec: { accessModes: ['X'], capacity: { storage: '0' } } }),
      ['spec.accessModes', 'spec.capacity[storage]'],
    ],
    ['claim', inNamespace(objectOf('v1', 'PersistentVolumeClaim')), ['spec.accessModes', 'spec.resources[storage]']],
    ['storage class', storage('StorageClass', { volumeBindingMode: 'Later' }), ['provisioner', 'volumeBindingMode']],
    [
      'CSI node',
      storage('CSINode', {
        spec: {
          drivers: [
            { name: 'd', nodeID: 'n' },
            { name: 'd', nodeID: 'n' },
          ],
        },
      }),
      ['spec.drivers[1].name'],
    ],
    ['attachment', storage('VolumeAttachment', {}), ['spec.attacher', 'spec.nodeName', 'spec.source']],
    [
      'template that the selector does not match',
      inNamespace(objectOf('apps/v1', 'ReplicaSet', { spec: { selector: { matchLabels: { app: 'a' } }, template } })),
      ['spec.template.metadata.labels'],
    ],
    [
      'budget',
      inNamespace(objectOf('policy/v1', 'PodDisruptionBudget', { spec: { minAvailable: 1, maxUnavailable: '200%' } })),
      ['spec', 'spec.maxUnavailable'],
    ],
    ['service', inNamespace(objectOf('v1', 'Service', { spec: { ports: [{ port: 0 }] } })), ['spec.ports[0].port']],
  ];
  test.each(cases)('%s', (_name, object, fields) => {
    expect(problemsOf(object).map((problem) => problem.split(': ')[0])).toEqual(fields);
  });
});
