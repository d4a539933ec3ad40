import { FieldReader } from '../../fields/index.js';
import { readNodeResourcesFitArgs } from './args.js';

const read = (value: unknown) => {
  const reader = new FieldReader(value);
  const args = readNodeResourcesFitArgs(reader);
  reader.done();
  return { args, problems: reader.problems.map(({ field, message }) => `${field}: ${message}`) };
};

const cpu = [{ name: 'cpu', weight: 1 }];
const ratioOf = (...shape: unknown[]) => ({
  scoringStrategy: { type: 'RequestedToCapacityRatio', resources: cpu, requestedToCapacityRatio: { shape } },
});

describe('the args of NodeResourcesFit', () => {
  const defaults = [
    { name: 'cpu', weight: 1 },
    { name: 'memory', weight: 1 },
  ];
  const accepted: [says: string, value: object, want: object][] = [
    ['nothing', {}, { scoringStrategy: { type: 'LeastAllocated', resources: defaults } }],
    [
      'what is ignored',
      { ignoredResources: ['a.b/c'], ignoredResourceGroups: ['a.b'] },
      {
        ignoredResources: ['a.b/c'],
        ignoredResourceGroups: ['a.b'],
        scoringStrategy: { type: 'LeastAllocated', resources: defaults },
      },
    ],
    [
      'a strategy without resources',
      { scoringStrategy: { type: 'MostAllocated' } },
      { scoringStrategy: { type: 'MostAllocated', resources: defaults } },
    ],
    [
      'weights, 0 being 1',
      {
        scoringStrategy: {
          type: 'LeastAllocated',
          resources: [
            { name: 'cpu', weight: 100 },
            { name: 'memory', weight: 0 },
          ],
        },
      },
      {
        scoringStrategy: {
          type: 'LeastAllocated',
          resources: [
            { name: 'cpu', weight: 100 },
            { name: 'memory', weight: 1 },
          ],
        },
      },
    ],
    [
      'a shape from end to end',
      ratioOf({ utilization: 0, score: 0 }, { utilization: 100, score: 10 }),
      ratioOf({ utilization: 0, score: 0 }, { utilization: 100, score: 10 }),
    ],
    ['a point without numbers as 0', ratioOf({}), ratioOf({ utilization: 0, score: 0 })],
  ];
  test.each(accepted)('say %s', (_says, value, want) => {
    const { args, problems } = read(value);
    expect(args).toStrictEqual(want);
    expect(problems).toEqual([]);
  });

  const shape = 'scoringStrategy.requestedToCapacityRatio.shape';
  const unsorted = 'values must be sorted in increasing order';
  const refused: [says: string, value: object, want: string[]][] = [
    [
      'a name that is none',
      { ignoredResources: ['a/b', 'A_'] },
      [
        "ignoredResources[1]: Invalid value: \"A_\": name part must consist of alphanumeric characters, '-', '_' or " +
          "'.', and must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', " +
          "regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')",
      ],
    ],
    [
      'a group that is a name',
      { ignoredResourceGroups: ['a', 'a/b'] },
      ["ignoredResourceGroups[1]: Invalid value: \"a/b\": resource group name can't contain '/'"],
    ],
    [
      'a group that is empty',
      { ignoredResourceGroups: [''] },
      [
        'ignoredResourceGroups[0]: Invalid value: "": name part must be non-empty',
        "ignoredResourceGroups[0]: Invalid value: \"\": name part must consist of alphanumeric characters, '-', '_' " +
          "or '.', and must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or " +
          "'123-abc', regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')",
      ],
    ],
    [
      'no strategy',
      { scoringStrategy: {} },
      [
        'scoringStrategy.type: Unsupported value: "": supported values: "LeastAllocated", "MostAllocated", ' +
          '"RequestedToCapacityRatio"',
      ],
    ],
    [
      'a weight below the least',
      {
        scoringStrategy: {
          type: 'MostAllocated',
          resources: [
            { name: 'cpu', weight: 1 },
            { name: 'memory', weight: -1 },
          ],
        },
      },
      ['scoringStrategy.resources[1].weight: Invalid value: -1: resource weight of memory not in valid range (0, 100]'],
    ],
    [
      'a weight above the most',
      { scoringStrategy: { type: 'MostAllocated', resources: [{ name: 'cpu', weight: 101 }] } },
      ['scoringStrategy.resources[0].weight: Invalid value: 101: resource weight of cpu not in valid range (0, 100]'],
    ],
    [
      'a ratio of nothing',
      { scoringStrategy: { type: 'RequestedToCapacityRatio' } },
      ['scoringStrategy.requestedToCapacityRatio: Required value'],
    ],
    ['a shape without points', ratioOf(), [`${shape}: Required value: at least one point must be specified`]],
    [
      'a shape that stands still',
      ratioOf(
        { utilization: 0, score: 1 },
        { utilization: 50, score: 1 },
        { utilization: 50, score: 1 },
        { utilization: 50, score: 1 },
      ),
      [`${shape}[2].utilization: Invalid value: 50: ${unsorted}`],
    ],
    [
      'points below the range',
      ratioOf({ utilization: -1, score: -1 }),
      [
        `${shape}[0].utilization: Invalid value: -1: not in valid range [0, 100]`,
        `${shape}[0].score: Invalid value: -1: not in valid range [0, 10]`,
      ],
    ],
    [
      'points above the range',
      ratioOf({ utilization: 101, score: 11 }),
      [
        `${shape}[0].utilization: Invalid value: 101: not in valid range [0, 100]`,
        `${shape}[0].score: Invalid value: 11: not in valid range [0, 10]`,
      ],
    ],
  ];
  test.each(refused)('do not say %s', (_says, value, want) => expect(read(value).problems).toEqual(want));
});
