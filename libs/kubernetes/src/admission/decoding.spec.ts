import { objectOf, podWith, podWithContainer, problemsOf } from '../testing/admission.js';

const named = (metadata: object) => ({ ...objectOf('v1', 'Node'), metadata: { name: 'a', ...metadata } });

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
      'spec.containers[0].resources.requests[cpu]: Invalid value: "12Qi": quantities must match the regular ' +
        "expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'",
    ],
    [
      named({ creationTimestamp: 'yesterday' }),
      'metadata.creationTimestamp: Invalid value: "yesterday": must be a time of the form ' +
        '2006-01-02T15:04:05Z (RFC 3339)',
    ],
  ];
  test.each(cases)('%j', (object, problem) => expect(problemsOf(object)).toEqual([problem]));

  test('null is absent', () => {
    expect(problemsOf(podWith({ nodeSelector: null, affinity: null, priority: null }))).toEqual([]);
  });
});
