import { admitted, inNamespace, objectOf, problemsOf } from '../../testing/admission.js';

const range = (...limits: object[]) => inNamespace(objectOf('v1', 'LimitRange', { spec: { limits } }));
const ofContainers = (amounts: object) => range({ type: 'Container', ...amounts });

describe('what a container gets by default', () => {
  const cases: [name: string, given: object, completed: object][] = [
    ['is nothing where nothing is said', {}, {}],
    ['is the most that it may have', { max: { cpu: '2' } }, { default: { cpu: '2' }, defaultRequest: { cpu: '2' } }],
    ['is requested', { default: { cpu: '1' } }, { default: { cpu: '1' }, defaultRequest: { cpu: '1' } }],
    ['is requested unless something else is', { default: { cpu: '1' }, defaultRequest: { cpu: '100m' } }, {}],
    ['is the least as a request, where nothing more is said', { min: { cpu: '1' } }, { defaultRequest: { cpu: '1' } }],
  ];
  test.each(cases)('%s', (_name, given, completed) => {
    const { spec } = admitted(ofContainers(structuredClone(given)));
    expect(spec).toEqual({ limits: [{ type: 'Container', ...given, ...completed }] });
  });

  test('is nothing of a pod', () => {
    expect(admitted(range({ type: 'Pod', max: { cpu: '2' } }))['spec']).toEqual({
      limits: [{ type: 'Pod', max: { cpu: '2' } }],
    });
  });
});

describe('a range is refused', () => {
  const at = 'spec.limits[0]';
  const cases: [name: string, item: object, problems: string[]][] = [
    [
      'of another type',
      { type: 'Node' },
      [`${at}.type: Invalid value: "Node": must be a standard limit type or fully qualified`],
    ],
    [
      'with defaults of a pod',
      { type: 'Pod', default: { cpu: '1' } },
      [`${at}.default: Forbidden: may not be specified when \`type\` is 'Pod'`],
    ],
    [
      'of claims, without storage',
      { type: 'PersistentVolumeClaim' },
      [`${at}.limits: Required value: either minimum or maximum storage value is required, but neither was provided`],
    ],
    [
      'of a resource that containers do not have',
      { type: 'Container', max: { storage: '1Gi' } },
      ['max', 'default', 'defaultRequest'].map(
        (list) => `${at}.${list}[storage]: Invalid value: "storage": must be a standard resource for containers`,
      ),
    ],
    [
      'with its ends the wrong way round',
      { type: 'Pod', min: { cpu: '2' }, max: { cpu: '1' } },
      [`${at}.min[cpu]: Invalid value: "2": min value 2 is greater than max value 1`],
    ],
    [
      'with a default below the least',
      { type: 'Container', default: { cpu: '1' }, min: { cpu: '2' } },
      [
        `${at}.defaultRequest[cpu]: Invalid value: "1": min value 2 is greater than default request value 1`,
        `${at}.default[cpu]: Invalid value: "2": min value 2 is greater than default value 1`,
      ],
    ],
    [
      'with a default above the most',
      { type: 'Container', default: { cpu: '3' }, defaultRequest: { cpu: '1' }, max: { cpu: '2' } },
      [`${at}.default[cpu]: Invalid value: "2": default value 3 is greater than max value 2`],
    ],
    [
      'with a ratio that no limit has',
      { type: 'Container', maxLimitRequestRatio: { cpu: '0.5' } },
      [`${at}.maxLimitRequestRatio[cpu]: Invalid value: "500m": ratio 500m is less than 1`],
    ],
    [
      'with a ratio beyond its ends',
      { type: 'Pod', min: { cpu: '1' }, max: { cpu: '3' }, maxLimitRequestRatio: { cpu: '4' } },
      [`${at}.maxLimitRequestRatio[cpu]: Invalid value: "4": ratio 4 is greater than max/min = 3.000000`],
    ],
    [
      'with requests of devices other than their limits',
      { type: 'Container', default: { 'x.io/gpu': '2' }, defaultRequest: { 'x.io/gpu': '1' } },
      [
        `${at}.defaultRequest[x.io/gpu]: Invalid value: "1": default value 2 must equal to defaultRequest value 1 ` +
          'in x.io/gpu',
      ],
    ],
  ];
  test.each(cases)('%s', (_name, item, problems) => expect(problemsOf(range(item))).toEqual(problems));

  test('with a type twice', () => {
    expect(problemsOf(range({ type: 'Pod' }, { type: 'Pod' }))).toEqual([
      'spec.limits[1].type: Duplicate value: "Pod"',
    ]);
  });
});
