import { admitted, inNamespace, objectOf, problemsOf, updateProblemsOf } from '../../testing/admission.js';

const quota = (spec: object, rest: object = {}) => inNamespace(objectOf('v1', 'ResourceQuota', { spec, ...rest }));
const selecting = (...matchExpressions: object[]) =>
  quota({ hard: { pods: '1' }, scopeSelector: { matchExpressions } });

test('a quota has a status, which says nothing yet', () => {
  expect(admitted(quota({ hard: { pods: '1' } }))).toMatchObject({ spec: { hard: { pods: '1' } }, status: {} });
});

describe('a quota is admitted', () => {
  const cases: [name: string, spec: object][] = [
    ['of what it counts by kind', { hard: { 'count/deployments.apps': '3' } }],
    ['of devices and huge pages', { hard: { 'requests.nvidia.com/gpu': '4', 'hugepages-2Mi': '4Mi' } }],
    ['of a class of storage', { hard: { 'gold.storageclass.storage.k8s.io/requests.storage': '1Ti' } }],
    [
      'of pods of a priority',
      { scopeSelector: { matchExpressions: [{ scopeName: 'PriorityClass', operator: 'Exists' }] } },
    ],
    ['of all that runs to an end', { hard: { 'requests.cpu': '1' }, scopes: ['Terminating', 'NotBestEffort'] }],
  ];
  test.each(cases)('%s', (_name, spec) => expect(problemsOf(quota(spec))).toEqual([]));
});

describe('a quota is refused', () => {
  const values = 'spec.scopeSelector.matchExpressions.values';
  const cases: [name: string, object: ReturnType<typeof quota>, problems: string[]][] = [
    [
      'of half a pod',
      quota({ hard: { pods: '1.5' } }),
      ['spec.hard[pods]: Invalid value: "1500m": must be an integer'],
    ],
    [
      'of what nobody counts',
      quota({ hard: { disk: '1' } }),
      [
        'spec.hard[disk]: Invalid value: "disk": must be a standard resource type or fully qualified',
        'spec.hard[disk]: Invalid value: "disk": must be a standard resource for quota',
      ],
    ],
    [
      'of plain storage',
      quota({ hard: { storage: '1' } }),
      ['spec.hard[storage]: Invalid value: "storage": must be a standard resource for quota'],
    ],
    [
      'of scopes that exclude each other',
      quota({ hard: { pods: '1' }, scopes: ['BestEffort', 'NotBestEffort'] }),
      ['spec.scopes: Invalid value: ["BestEffort","NotBestEffort"]: conflicting scopes'],
    ],
    [
      'of services of a scope of pods',
      quota({ hard: { services: '1' }, scopes: ['NotBestEffort'] }),
      ['spec.scopes: Invalid value: ["NotBestEffort"]: unsupported scope applied to resource'],
    ],
    [
      'of a scope that there is not',
      quota({ scopes: ['Mine'] }),
      ['spec.scopes: Invalid value: ["Mine"]: unsupported scope'],
    ],
    [
      'of no priority class',
      selecting({ scopeName: 'PriorityClass', operator: 'In' }),
      [`${values}: Required value: must be at least one value when \`operator\` is 'In' or 'NotIn' for scope selector`],
    ],
    [
      'of a priority class that is or is not',
      selecting({ scopeName: 'PriorityClass', operator: 'Exists', values: ['a'] }),
      [
        `${values}: Invalid value: ["a"]: must be no value when \`operator\` is 'Exist' or 'DoesNotExist' for scope ` +
          'selector',
      ],
    ],
    [
      'with an operator of its own',
      selecting({ scopeName: 'PriorityClass', operator: 'Gt' }),
      ['spec.scopeSelector.matchExpressions.operator: Invalid value: "Gt": not a valid selector operator'],
    ],
    [
      'by a scope that its pages do not have, but of any amount of them',
      quota({ hard: { 'hugepages-2Mi': '3M', 'x.io/y': '1' }, scopes: ['BestEffort'] }),
      ['spec.scopes: Invalid value: ["BestEffort"]: unsupported scope applied to resource'],
    ],
  ];
  test.each(cases)('%s', (_name, object, problems) => expect(problemsOf(object)).toEqual(problems));

  test('with amounts in its status that are none', () => {
    const old = admitted(quota({}));
    const changed = { ...structuredClone(old), status: { used: { pods: '-1' } } };
    expect(problemsOf(changed, { operation: 'update', subresource: 'status', old })).toEqual([
      'status.used[pods]: Invalid value: "-1": must be greater than or equal to 0',
    ]);
  });

  test('by other scopes than it had', () => {
    expect(
      updateProblemsOf(quota({ hard: { pods: '1' } }), quota({ hard: { pods: '1' }, scopes: ['BestEffort'] })),
    ).toEqual(['spec.scopes: Invalid value: ["BestEffort"]: field is immutable']);
  });
});
