import type { Scale } from './evidence.js';
import { normalizedScore } from './normalized-score.js';

type Ranged = Exclude<Scale, { readonly kind: 'custom' }>;

const MOST = Number.MAX_SAFE_INTEGER;

describe('a raw score on a scale', () => {
  const cases: [name: string, scale: Ranged, raws: readonly number[], want: readonly number[]][] = [
    ['none leaves it', { kind: 'none' }, [0, 7, 100, 101, -1], [0, 7, 100, 101, -1]],
    ['max is hundredths of the most, cut', { kind: 'max', most: 3 }, [0, 1, 2, 3], [0, 33, 66, 100]],
    ['max of nothing leaves it', { kind: 'max', most: 0 }, [0, -2], [0, -2]],
    ['max cuts towards 0', { kind: 'max', most: 3 }, [-1], [-33]],
    ['reverseMax is the rest', { kind: 'reverseMax', most: 3 }, [0, 1, 2, 3], [100, 67, 34, 0]],
    ['reverseMax of nothing is 100', { kind: 'reverseMax', most: 0 }, [0, 5], [100, 100]],
    ['minMax counts from the least', { kind: 'minMax', least: -5, most: 5 }, [-5, -2, 0, 4, 5], [0, 30, 50, 90, 100]],
    [
      'minMax cuts what float64 makes of it',
      { kind: 'minMax', least: 0, most: 7 },
      [1, 2, 3, 4, 5, 6],
      [14, 28, 42, 57, 71, 85],
    ],
    ['minMax of one value is 0', { kind: 'minMax', least: 4, most: 4 }, [4], [0]],
    [
      'reverseRange counts down from the most',
      { kind: 'reverseRange', least: 2, most: 6 },
      [2, 3, 4, 6],
      [100, 83, 66, 33],
    ],
    ['reverseRange of nothing is 100', { kind: 'reverseRange', least: 0, most: 0 }, [0], [100]],
    ['reverseRange gives what is ignored 0', { kind: 'reverseRange', least: -1, most: 0 }, [-1, 0], [0, 100]],
    [
      'more than a double holds is exact',
      { kind: 'max', most: MOST },
      [MOST, MOST - 1, Math.floor(MOST / 2) + 1, 1],
      [100, 99, 50, 0],
    ],
    ['and in reverse', { kind: 'reverseMax', most: MOST }, [MOST, MOST - 1, 1], [0, 1, 100]],
  ];
  test.each(cases)('%s', (_name, scale, raws, want) =>
    expect(raws.map((raw) => normalizedScore(scale, raw))).toEqual(want),
  );
});
