import { describeProblem } from '#apimachinery';
import { FieldReader } from '../../fields/index.js';
import { readDefaultPreemptionArgs } from './args.js';

const PERCENTAGE = 'minCandidateNodesPercentage';
const ABSOLUTE = 'minCandidateNodesAbsolute';

function read(args: unknown): unknown[] {
  const reader = new FieldReader(args);
  const { minCandidateNodesPercentage, minCandidateNodesAbsolute } = readDefaultPreemptionArgs(reader);
  return [minCandidateNodesPercentage, minCandidateNodesAbsolute, ...reader.problems.map(describeProblem)];
}

describe('DefaultPreemptionArgs', () => {
  const percentageRange = (value: number): string =>
    `${PERCENTAGE}: Invalid value: ${value}: not in valid range [0, 100]`;
  const cases: [name: string, args: unknown, want: unknown[]][] = [
    ['have defaults', {}, [10, 100]],
    ['have the least percentage', { [PERCENTAGE]: 0 }, [0, 100]],
    ['have no smaller percentage', { [PERCENTAGE]: -1 }, [-1, 100, percentageRange(-1)]],
    ['have the largest percentage', { [PERCENTAGE]: 100 }, [100, 100]],
    ['have no larger percentage', { [PERCENTAGE]: 101 }, [101, 100, percentageRange(101)]],
    ['have the least number', { [ABSOLUTE]: 0 }, [10, 0]],
    [
      'have no smaller number',
      { [ABSOLUTE]: -1 },
      [10, -1, `${ABSOLUTE}: Invalid value: -1: not in valid range [0, inf)`],
    ],
    ['have numbers that are large', { [ABSOLUTE]: 2 ** 31 - 1 }, [10, 2 ** 31 - 1]],
    [
      'ask for something',
      { [PERCENTAGE]: 0, [ABSOLUTE]: 0 },
      [
        0,
        0,
        `${PERCENTAGE}: Invalid value: 0: cannot be zero at the same time as ${ABSOLUTE}`,
        `${ABSOLUTE}: Invalid value: 0: cannot be zero at the same time as ${PERCENTAGE}`,
      ],
    ],
  ];
  test.each(cases)('%s', (_name, args, want) => expect(read(args)).toEqual(want));
});
