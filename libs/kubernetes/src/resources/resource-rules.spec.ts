import { podWithContainer, problemsOf } from '../testing/admission.js';

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
