import fc from 'fast-check';
import { arbitraryPart } from './testing/arbitrary-part.js';
import { encodePart, someNodeSet } from './testing/encode-part.js';
import { deflate } from './testing/handed-in.js';
import { TidyInterning, toAttempt, UntidyInterning, type ModelAttempt, type ModelRow } from './testing/model.js';
import { referenceDigests } from './testing/reference-digest.js';
import { traceEvidence } from './trace-evidence.js';
import type { Trace } from './trace.js';

const tidy = (part: readonly ModelAttempt[]) => part.map((model) => toAttempt(model));

/** What a trace says, row by row, next to what went in. */
function read(trace: Trace): Omit<ModelAttempt, 'classKey'> {
  const rows = Array.from({ length: trace.nodeCount }, (_, row): ModelRow => ({
    status: trace.status(row),
    failures: trace.failures(row),
    scores: trace.scorePlugins.map((_plugin, score) => ({ raw: trace.raw(score, row), normalized: trace.normalized(score, row) })),
  }));
  return { filterPlugins: trace.filterPlugins, scorePlugins: trace.scorePlugins, rows };
}

/** The attempt with its meaningless scores at 0, as a trace keeps it. */
function kept({ filterPlugins, scorePlugins, rows }: ModelAttempt): Omit<ModelAttempt, 'classKey'> {
  return { filterPlugins, scorePlugins, rows: rows.map((row) => (row.status === null ? row : { ...row, scores: row.scores.map(() => ({ raw: 0, normalized: 0 })) })) };
}

describe('createTraceEncoder', () => {
  test('every row of every attempt comes back from the chunks', () => {
    fc.assert(
      fc.property(arbitraryPart, fc.integer({ min: 1, max: 4 }), (part, maxDecisions) => {
        const { traces, chunks } = encodePart(tidy(part), { maxDecisions });
        expect(traces.map(read)).toEqual(part.map(kept));
        expect(chunks.map(({ ordinal, count }) => [ordinal, count])).toEqual(
          Array.from({ length: Math.ceil(part.length / maxDecisions) }, (_, ordinal) => [ordinal, Math.min(maxDecisions, part.length - ordinal * maxDecisions)]),
        );
      }),
    );
  });

  test('digests are those that the README describes', () => {
    fc.assert(fc.property(arbitraryPart, (part) => expect(encodePart(tidy(part)).digests).toEqual(referenceDigests(part, someNodeSet))));
  });

  test('digests do not depend on interning, chunks, compressor or what the engine leaves on infeasible rows', () => {
    fc.assert(
      fc.property(arbitraryPart, (part) => {
        const { digests } = encodePart(tidy(part));
        const noise = part.map((model) => toAttempt({ ...model, rows: model.rows.map((row) => (row.status === null ? row : { ...row, scores: row.scores.map(() => ({ raw: 77, normalized: 9 })) })) }));
        for (const shared of [new TidyInterning(), new UntidyInterning()]) expect(encodePart(part.map((model) => toAttempt(model, shared))).digests).toEqual(digests);
        expect(encodePart(part.map((model) => toAttempt(model, new UntidyInterning()))).digests).toEqual(digests);
        expect(encodePart(tidy(part), { maxColumnBytes: 1 }, deflate).digests).toEqual(digests);
        expect(encodePart(noise).digests).toEqual(digests);
      }),
    );
  });

  test('the digests of a part are recomputed from its chunks', () => {
    fc.assert(
      fc.property(arbitraryPart, (part) => {
        const { digests, traces } = encodePart(tidy(part), { maxDecisions: 2 });
        expect(encodePart(traces.map((trace) => ({ evidence: traceEvidence(trace), classKey: String(trace.classIndex) }))).digests).toEqual(digests);
      }),
    );
  });

  test('letting a class go after its last decision changes nothing', () => {
    fc.assert(
      fc.property(arbitraryPart, (part) => {
        const expected = new Map(part.map(({ classKey }) => [classKey, part.filter((other) => other.classKey === classKey).length]));
        expect(encodePart(tidy(part), { expected })).toEqual({ ...encodePart(tidy(part)), traces: expect.any(Array) as unknown });
      }),
    );
  });

  const base: ModelAttempt = {
    classKey: 'a',
    filterPlugins: ['NodeName', 'NodeResourcesFit'],
    scorePlugins: [{ name: 'NodeResourcesFit', weight: 1 }],
    rows: [
      { status: null, failures: [], scores: [{ raw: 10, normalized: 20 }] },
      { status: null, failures: [], scores: [{ raw: 0, normalized: 0 }] },
      { status: unfit('Insufficient cpu'), failures: [unfit('Insufficient cpu')], scores: [{ raw: 0, normalized: 0 }] },
    ],
  };
  const edits: readonly { name: string; edit: (attempt: ModelAttempt) => ModelAttempt }[] = [
    { name: 'a raw score', edit: editRow(0, { scores: [{ raw: 11, normalized: 20 }] }) },
    { name: 'a normalised score', edit: editRow(0, { scores: [{ raw: 10, normalized: 21 }] }) },
    { name: 'scores of two rows exchanged', edit: (attempt) => editRow(0, { scores: [{ raw: 0, normalized: 0 }] })(editRow(1, { scores: [{ raw: 10, normalized: 20 }] })(attempt)) },
    { name: 'the reason of a status', edit: editRow(2, { status: unfit('Insufficient memory') }) },
    { name: 'the code of a status', edit: editRow(2, { status: { ...unfit('Insufficient cpu'), code: 'Error' } }) },
    { name: 'the plugin of a status', edit: editRow(2, { status: { ...unfit('Insufficient cpu'), plugin: null } }) },
    { name: 'the reason of a failure', edit: editRow(2, { failures: [unfit('Insufficient memory')] }) },
    { name: 'a failure more', edit: editRow(2, { failures: [unfit('Insufficient cpu'), unfit('Too many pods')] }) },
    { name: 'two reasons joined', edit: editRow(2, { failures: [{ ...unfit('a'), reasons: ['Insufficient cpu', ''] }] }) },
    { name: 'a feasible row that fails', edit: editRow(0, { status: unfit('Insufficient cpu') }) },
    { name: 'a weight', edit: (attempt) => ({ ...attempt, scorePlugins: [{ name: 'NodeResourcesFit', weight: 2 }] }) },
    { name: 'the name of a score plugin', edit: (attempt) => ({ ...attempt, scorePlugins: [{ name: 'ImageLocality', weight: 1 }] }) },
    { name: 'a filter plugin', edit: (attempt) => ({ ...attempt, filterPlugins: ['NodeName'] }) },
  ];

  test.each(edits)('the digest shows $name, in the decision and in all later ones of its class', ({ edit }) => {
    const other = { ...base, classKey: 'b' };
    const plain = encodePart(tidy([other, base, base, base, other])).digests;
    const edited = encodePart(tidy([other, base, edit(base), base, other])).digests;
    expect(edited.map((digest, index) => digest === plain[index])).toEqual([true, true, false, false, true]);
    expect(encodePart(tidy([edit(base)])).digests).not.toEqual(encodePart(tidy([base])).digests);
  });

  test('the digest shows the node set', () => {
    expect(encodePart(tidy([base]), { nodeSet: new Uint8Array(32) }).digests).not.toEqual(encodePart(tidy([base])).digests);
  });

  const refusals: readonly { name: string; run: () => unknown; want: string }[] = [
    { name: 'evidence of other nodes', run: () => encodePart(tidy([base]), { nodeCount: 4 }), want: 'evidence of 3 nodes for a node set of 4' },
    { name: 'a node set address of another length', run: () => encodePart(tidy([base]), { nodeSet: new Uint8Array(20) }), want: 'the content address of a node set has 32 bytes, not 20' },
    { name: 'more decisions than announced', run: () => encodePart(tidy([base, base]), { expected: new Map([['a', 1]]) }), want: 'class a has had all the decisions that were announced' },
    { name: 'half a score', run: () => encodePart(tidy([editRow(0, { scores: [{ raw: 0.5, normalized: 1 }] })(base)])), want: 'a column of a trace holds a number that is not a safe integer' },
    { name: 'a score that is no number', run: () => encodePart(tidy([editRow(1, { scores: [{ raw: Number.NaN, normalized: 1 }] })(base)])), want: 'a column of a trace holds a number that is not a safe integer' },
  ];

  test.each(refusals)('refuses $name', ({ run, want }) => {
    expect(run).toThrow(new RangeError(want));
  });
});

function unfit(reason: string): NonNullable<ModelRow['status']> {
  return { plugin: 'NodeResourcesFit', code: 'Unschedulable', reasons: [reason] };
}

function editRow(at: number, row: Partial<ModelRow>): (attempt: ModelAttempt) => ModelAttempt {
  return (attempt) => ({ ...attempt, rows: attempt.rows.map((old, index) => (index === at ? { ...old, ...row } : old)) });
}
