import { encodePart } from '../testing/encode-part.js';
import { toAttempt, type ModelAttempt } from '../testing/model.js';
import type { TracedAttempt } from '../trace-encoder.js';

const chain = {};

/**
 * Evidence of 16 nodes with one filter, which all pass, and with these as scores; the score plugin did
 * not run where there are none.
 */
function attempt(
  classKey: string,
  {
    step,
    scores,
    changed,
  }: { readonly step: number; readonly scores: readonly number[]; readonly changed: readonly number[] | null },
): TracedAttempt {
  const model: ModelAttempt = {
    classKey,
    nodeCount: 16,
    filterPlugins: ['NodeName'],
    filters: [{ domains: null, values: Array.from({ length: 16 }, () => null) }],
    overrides: { fill: null, rows: [] },
    scores:
      scores.length === 0
        ? []
        : [
            {
              name: 'X',
              weight: 1,
              domains: null,
              scale: { kind: 'none' },
              values: Array.from({ length: 16 }, (_, row) => scores[row] ?? 0),
            },
          ],
  };
  return toAttempt(model, undefined, { lineage: { chain, step }, changed: [[], changed] });
}

/** Rows 0 to 2 of the last attempt as they are read back. */
function lastScores(attempts: readonly TracedAttempt[]): number[] {
  const trace = encodePart(attempts).traces.at(-1);
  return [0, 1, 2].map((row) => trace?.raw(0, row) ?? -1);
}

describe('two classes that follow one chain', () => {
  // In all of them row 2 becomes 9 and no list says so: that is seen only where all rows are looked at.
  const cases: readonly { name: string; between: readonly TracedAttempt[]; want: readonly number[] }[] = [
    {
      name: 'what a step of the other changed is known',
      between: [attempt('b', { step: 3, scores: [5], changed: [0] })],
      want: [5, 6, 0],
    },
    {
      name: 'and so is what several changed',
      between: [
        attempt('b', { step: 3, scores: [5], changed: [0] }),
        attempt('b', { step: 4, scores: [5], changed: [0] }),
      ],
      want: [5, 6, 0],
    },
    {
      name: 'nothing is known when the other has other columns',
      between: [attempt('b', { step: 3, scores: [], changed: [] })],
      want: [5, 6, 9],
    },
    {
      name: 'nor where the other does not know',
      between: [attempt('b', { step: 3, scores: [5], changed: null })],
      want: [5, 6, 9],
    },
    {
      name: 'nor where a step is missing',
      between: [attempt('b', { step: 4, scores: [5], changed: [0] })],
      want: [5, 6, 9],
    },
    {
      name: 'nor where much changed',
      between: [attempt('b', { step: 3, scores: [5], changed: [0, 3, 4] })],
      want: [5, 6, 9],
    },
  ];

  test.each(cases)('$name', ({ between, want }) => {
    const before = [
      attempt('a', { step: 1, scores: [1], changed: null }),
      attempt('b', { step: 2, scores: [1], changed: [] }),
    ];
    const lastStep = between.at(-1)?.evidence.lineage?.step ?? 0;
    expect(
      lastScores([...before, ...between, attempt('a', { step: lastStep + 1, scores: [5, 6, 9], changed: [1] })]),
    ).toEqual(want);
  });

  test('scores are as they were where the other comes to none', () => {
    const attempts = [
      attempt('a', { step: 1, scores: [1], changed: null }),
      attempt('b', { step: 2, scores: [], changed: [] }),
      attempt('a', { step: 3, scores: [1], changed: [] }),
      attempt('b', { step: 4, scores: [], changed: [] }),
      attempt('a', { step: 5, scores: [5, 6, 9], changed: [0, 1] }),
    ];
    expect(lastScores(attempts)).toEqual([5, 6, 0]);
  });

  test('what was missed is looked at once', () => {
    const attempts = [
      attempt('a', { step: 1, scores: [1], changed: null }),
      attempt('b', { step: 2, scores: [5], changed: [0] }),
      attempt('a', { step: 3, scores: [5], changed: [] }),
      attempt('a', { step: 4, scores: [7, 6], changed: [1] }),
    ];
    expect(lastScores(attempts)).toEqual([5, 6, 0]);
  });

  test('letting one of them go leaves the other', () => {
    const attempts = [
      attempt('a', { step: 1, scores: [1], changed: null }),
      attempt('b', { step: 2, scores: [1], changed: [] }),
      attempt('a', { step: 3, scores: [1], changed: [] }),
      attempt('b', { step: 4, scores: [5, 6], changed: [0, 1] }),
    ];
    expect(
      encodePart(attempts, {
        expected: new Map([
          ['a', 2],
          ['b', 2],
        ]),
      }).digests,
    ).toEqual(encodePart(attempts).digests);
  });
});
