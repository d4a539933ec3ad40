import fc from 'fast-check';
import { arbitraryPart } from './testing/arbitrary-part.js';
import { encodePart, someNodeSet } from './testing/encode-part.js';
import { deflate } from './testing/handed-in.js';
import { followed } from './testing/histories.js';
import { TidyInterning, toAttempt, UntidyInterning, type ModelAttempt } from './testing/model.js';
import { referenceDigests } from './testing/reference-digest.js';
import { fromRows, toRows, type ModelRow, type RowAttempt } from './testing/row-model.js';
import { traceEvidence } from './trace-evidence.js';
import type { Trace } from './trace.js';

const tidy = (part: readonly ModelAttempt[]) => part.map((model) => toAttempt(model));

/** What a trace says, row by row. */
function read(trace: Trace): ModelRow[] {
  return Array.from(trace.rows, (row): ModelRow => ({
    status: trace.status(row),
    failures: trace.failures(row),
    scores: trace.scorePlugins.map((_plugin, score) => ({
      raw: trace.raw(score, row),
      normalized: trace.normalized(score, row),
    })),
  }));
}

describe('createTraceEncoder', () => {
  test('every row of every attempt comes back from the chunks', () => {
    fc.assert(
      fc.property(arbitraryPart, fc.integer({ min: 1, max: 4 }), (part, maxDecisions) => {
        const { traces, chunks } = encodePart(tidy(part), { maxDecisions });
        expect(traces.map(read)).toEqual(part.map(toRows));
        expect(traces.map(({ filterPlugins }) => filterPlugins)).toEqual(
          part.map(({ filterPlugins }) => filterPlugins),
        );
        expect(chunks.map(({ ordinal, count }) => [ordinal, count])).toEqual(
          Array.from({ length: Math.ceil(part.length / maxDecisions) }, (_, ordinal) => [
            ordinal,
            Math.min(maxDecisions, part.length - ordinal * maxDecisions),
          ]),
        );
      }),
    );
  });

  test('digests are those that FORMAT.md describes', () => {
    fc.assert(
      fc.property(arbitraryPart, (part) =>
        expect(encodePart(tidy(part)).digests).toEqual(referenceDigests(part, someNodeSet)),
      ),
    );
  });

  test('digests do not depend on interning, chunks, compressor or how much is stored', () => {
    fc.assert(
      fc.property(arbitraryPart, (part) => {
        const { digests } = encodePart(tidy(part));
        for (const shared of [new TidyInterning(), new UntidyInterning()])
          expect(encodePart(part.map((model) => toAttempt(model, shared))).digests).toEqual(digests);
        expect(encodePart(part.map((model) => toAttempt(model, new UntidyInterning()))).digests).toEqual(digests);
        expect(encodePart(tidy(part), { maxBytes: 1, compressor: deflate }).digests).toEqual(digests);
        expect(encodePart(tidy(part), { keep: { nodes: 0 } }).digests).toEqual(digests);
      }),
    );
  });

  test.each(['exact', 'superset', 'partial', 'together'] as const)(
    'what an engine knows of changes (%s) saves looking, and changes nothing',
    (knowledge) => {
      fc.assert(
        fc.property(arbitraryPart, (part) => {
          const [known, unknown] = [
            encodePart(followed(part, knowledge), { maxDecisions: 3 }),
            encodePart(tidy(part), { maxDecisions: 3 }),
          ];
          expect(known.digests).toEqual(unknown.digests);
          expect(known.chunks).toEqual(unknown.chunks);
        }),
      );
    },
  );

  test('an engine is believed where it follows the decision before, and only there', () => {
    const attempts = (step: number, chain = first) => [
      toAttempt(base, undefined, { lineage: { chain: first, step: 7 }, changed: [[], [], []] }),
      toAttempt(editRow(0, { scores: [{ raw: 11, normalized: 20 }] })(base), undefined, {
        lineage: { chain, step },
        changed: [[], [], []],
      }),
    ];
    const first = {};
    const rawsOf = (part: ReturnType<typeof attempts>) => encodePart(part).traces.map((trace) => trace.raw(0, 0));
    expect([rawsOf(attempts(8)), rawsOf(attempts(9)), rawsOf(attempts(8, {}))]).toEqual([
      [10, 10],
      [10, 11],
      [10, 11],
    ]);
  });

  test('the digests of a part are recomputed from its chunks', () => {
    fc.assert(
      fc.property(arbitraryPart, (part) => {
        const { digests, traces } = encodePart(tidy(part), { maxDecisions: 2, compressor: deflate });
        expect(
          encodePart(traces.map((trace) => ({ evidence: traceEvidence(trace), classKey: String(trace.classIndex) })))
            .digests,
        ).toEqual(digests);
      }),
    );
  });

  test('letting a class go after its last decision changes nothing', () => {
    fc.assert(
      fc.property(arbitraryPart, (part) => {
        const expected = new Map(
          part.map(({ classKey }) => [classKey, part.filter((other) => other.classKey === classKey).length]),
        );
        expect(encodePart(tidy(part), { expected })).toEqual({
          ...encodePart(tidy(part)),
          traces: expect.any(Array) as unknown,
        });
      }),
    );
  });

  const base = fromRows(rowAttempt());
  const edits: readonly { name: string; edit: (attempt: ModelAttempt) => ModelAttempt }[] = [
    { name: 'a raw score', edit: editRow(0, { scores: [{ raw: 11, normalized: 20 }] }) },
    { name: 'a normalised score of a custom scale', edit: editRow(0, { scores: [{ raw: 10, normalized: 21 }] }) },
    {
      name: 'scores of two rows exchanged',
      edit: (attempt) =>
        editRow(0, { scores: [{ raw: 0, normalized: 0 }] })(
          editRow(1, { scores: [{ raw: 10, normalized: 20 }] })(attempt),
        ),
    },
    {
      name: 'the reason of a failure',
      edit: editRow(2, { failures: [unfit('Insufficient memory')], status: unfit('Insufficient memory') }),
    },
    {
      name: 'the code of a failure',
      edit: editRow(2, { failures: [{ ...unfit('Insufficient cpu'), code: 'Error' }] }),
    },
    {
      name: 'two reasons joined',
      edit: editRow(2, { failures: [{ ...unfit('a'), reasons: ['Insufficient cpu', ''] }] }),
    },
    { name: 'a status that is not the first failure', edit: editRow(2, { status: unfit('Too many pods') }) },
    { name: 'a feasible row that fails', edit: editRow(0, { status: unfit('Insufficient cpu') }) },
    {
      name: 'a status of all rows',
      edit: (attempt) => ({ ...attempt, overrides: { fill: unfit('Too many pods'), rows: [] } }),
    },
    {
      name: 'a weight',
      edit: (attempt) => ({ ...attempt, scores: attempt.scores.map((score) => ({ ...score, weight: 2 })) }),
    },
    {
      name: 'the name of a score plugin',
      edit: (attempt) => ({ ...attempt, scores: attempt.scores.map((score) => ({ ...score, name: 'ImageLocality' })) }),
    },
    {
      name: 'a kind of scale',
      edit: (attempt) => ({
        ...attempt,
        scores: attempt.scores.map((score) => ({ ...score, scale: { kind: 'none' } })),
      }),
    },
    { name: 'a filter plugin', edit: (attempt) => ({ ...attempt, filterPlugins: ['NodeName', 'NodePorts'] }) },
    {
      name: 'other domains with the same verdicts',
      edit: (attempt) => ({
        ...attempt,
        filters: [{ domains: [0, 0, 0], values: [null] }, ...attempt.filters.slice(1)],
      }),
    },
  ];

  test.each(edits)('the digest shows $name, in the decision and in all later ones of its class', ({ edit }) => {
    const other = { ...base, classKey: 'b' };
    const plain = encodePart(tidy([other, base, base, base, other])).digests;
    const edited = encodePart(tidy([other, base, edit(base), base, other])).digests;
    expect(edited.map((digest, index) => digest === plain[index])).toEqual([true, true, false, false, true]);
    expect(encodePart(tidy([edit(base)])).digests).not.toEqual(encodePart(tidy([base])).digests);
  });

  test('the digest shows the numbers of a scale', () => {
    const scaled = (most: number): ModelAttempt => ({
      ...base,
      scores: base.scores.map((score) => ({ ...score, scale: { kind: 'max', most } })),
    });
    expect(encodePart(tidy([scaled(10)])).digests).not.toEqual(encodePart(tidy([scaled(11)])).digests);
  });

  test('a filter may be skipped and come back without a full record', () => {
    const skipping = { ...base, filters: [null, ...base.filters.slice(1)] };
    const passing = { ...base, filters: [{ domains: [0, 0, 0], values: [null] }, ...base.filters.slice(1)] };
    expect(encodePart(tidy([skipping, passing])).digests).toEqual(encodePart(tidy([passing, skipping])).digests);
    expect(encodePart(tidy([base, skipping])).digests).toEqual(referenceDigests([base, skipping], someNodeSet));
  });

  test('the digest shows the node set', () => {
    expect(encodePart(tidy([base]), { nodeSet: new Uint8Array(32) }).digests).not.toEqual(
      encodePart(tidy([base])).digests,
    );
  });

  const scoring = (...values: readonly number[]) =>
    tidy([{ ...base, scores: [{ name: 'X', weight: 1, domains: null, values, scale: { kind: 'none' } }] }]);
  const refusals: readonly { name: string; run: () => unknown; want: string }[] = [
    {
      name: 'evidence of other nodes',
      run: () => encodePart(tidy([base]), { nodeCount: 4 }),
      want: 'evidence of 3 nodes for a node set of 4',
    },
    {
      name: 'a node set address of another length',
      run: () => encodePart(tidy([base]), { nodeSet: new Uint8Array(20) }),
      want: 'the content address of a node set has 32 bytes, not 20',
    },
    {
      name: 'more decisions than announced',
      run: () => encodePart(tidy([base, base]), { expected: new Map([['a', 1]]) }),
      want: 'class a has had all the decisions that were announced',
    },
    {
      name: 'half a score',
      run: () => encodePart(scoring(0.5, 0, 0)),
      want: 'a column of a trace holds a number that is not a safe integer',
    },
    {
      name: 'a score that is no number',
      run: () => encodePart(scoring(0, Number.NaN, 0)),
      want: 'a column of a trace holds a number that is not a safe integer',
    },
    {
      name: 'a score that becomes too large',
      run: () => encodePart([...scoring(0, 0, 0), ...scoring(0, 2 ** 53, 0)]),
      want: 'a column of a trace holds a number that is not a safe integer',
    },
    {
      name: 'some rows without saying which',
      run: () => encodePart(tidy([base]), { keep: { nodes: 1 } }),
      want: 'which rows are kept is not said',
    },
  ];

  test.each(refusals)('refuses $name', ({ run, want }) => {
    expect(run).toThrow(new RangeError(want));
  });
});

function rowAttempt(): RowAttempt {
  return {
    classKey: 'a',
    filterPlugins: ['NodeName', 'NodeResourcesFit'],
    scorePlugins: [{ name: 'NodeResourcesFit', weight: 1 }],
    rows: [
      { status: null, failures: [], scores: [{ raw: 10, normalized: 20 }] },
      { status: null, failures: [], scores: [{ raw: 0, normalized: 0 }] },
      { status: unfit('Insufficient cpu'), failures: [unfit('Insufficient cpu')], scores: [{ raw: 0, normalized: 0 }] },
    ],
  };
}

function unfit(reason: string): NonNullable<ModelRow['status']> {
  return { plugin: 'NodeResourcesFit', code: 'Unschedulable', reasons: [reason] };
}

/** One row of the attempt above otherwise. */
function editRow(at: number, row: Partial<ModelRow>): (attempt: ModelAttempt) => ModelAttempt {
  return (attempt) => {
    const [attempted, rows] = [rowAttempt(), toRows(attempt)];
    return fromRows({ ...attempted, rows: rows.map((old, index) => (index === at ? { ...old, ...row } : old)) });
  };
}
