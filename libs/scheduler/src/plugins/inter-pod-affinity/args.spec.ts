import { describeProblem } from '#apimachinery';
import { FieldReader } from '../../fields/index.js';
import { readInterPodAffinityArgs } from './args.js';

const outOfRange = (weight: number): string =>
  `hardPodAffinityWeight: Invalid value: ${weight}: not in valid range [0, 100]`;

describe('InterPodAffinityArgs', () => {
  const cases: [name: string, value: unknown, weight: number, ignores: boolean, problems: string[]][] = [
    ['have defaults', {}, 1, false, []],
    ['take null for absence', { hardPodAffinityWeight: null, ignorePreferredTermsOfExistingPods: null }, 1, false, []],
    ['may give no weight', { hardPodAffinityWeight: 0 }, 0, false, []],
    ['may give the most weight', { hardPodAffinityWeight: 100 }, 100, false, []],
    ['may ignore what others prefer', { ignorePreferredTermsOfExistingPods: true }, 1, true, []],
    ['must not give less than none', { hardPodAffinityWeight: -1 }, -1, false, [outOfRange(-1)]],
    ['must not give more than the most', { hardPodAffinityWeight: 101 }, 101, false, [outOfRange(101)]],
  ];
  test.each(cases)('%s', (_name, value, hardPodAffinityWeight, ignorePreferredTermsOfExistingPods, problems) => {
    const reader = new FieldReader(value);
    const args = readInterPodAffinityArgs(reader);
    reader.done();
    expect([args, reader.problems.map(describeProblem)]).toEqual([
      { hardPodAffinityWeight, ignorePreferredTermsOfExistingPods },
      problems,
    ]);
  });
});
