import { evidenceAt } from '#scheduler';
import fc from 'fast-check';
import { bestRows } from './best-rows.js';
import { soleRejections } from './sole-rejections.js';
import { arbitraryPart } from './testing/arbitrary-part.js';
import { encodePart } from './testing/encode-part.js';
import { toAttempt, type ModelAttempt } from './testing/model.js';
import { rankingOf } from './testing/ranking-of.js';
import { fromRows, toRows, type ModelRow } from './testing/row-model.js';
import { traceColumn } from './trace-column.js';
import type { TracedAttempt } from './trace-encoder.js';
import { traceEvidence } from './trace-evidence.js';
import { tracePage } from './trace-page.js';
import { traceRow } from './trace-row.js';

const full = { plugin: 'NodeResourcesFit', code: 'Unschedulable', reasons: ['Insufficient cpu'] } as const;
const tainted = { plugin: 'TaintToleration', code: 'UnschedulableAndUnresolvable', reasons: ['tainted'] } as const;
const outside = { plugin: null, code: 'UnschedulableAndUnresolvable', reasons: ['not in the list'] } as const;
const scored = (raw: number): ModelRow => ({ status: null, failures: [], scores: [{ raw, normalized: raw }] });
const rejected = (...failures: [ModelRow['failures'][number], ...ModelRow['failures']]): ModelRow => ({
  status: failures[0],
  failures,
  scores: [{ raw: 0, normalized: 0 }],
});

const rowsToKeep = [
  scored(10),
  rejected(full),
  scored(30),
  scored(20),
  rejected(tainted, full),
  scored(30),
  { ...rejected(full), status: outside },
];
const model = fromRows({
  classKey: 'a',
  filterPlugins: ['TaintToleration', 'NodeResourcesFit'],
  scorePlugins: [{ name: 'NodeResourcesFit', weight: 2 }],
  rows: rowsToKeep,
});

/** Names are in the order of rows. */
function ranked(attempt: ModelAttempt): TracedAttempt {
  const traced = toAttempt(attempt);
  const totals = toRows(attempt).map(({ status, scores }) =>
    status === null
      ? scores.reduce((sum, { normalized }, score) => sum + normalized * (attempt.scores[score]?.weight ?? 0), 0)
      : null,
  );
  const rowsByName = totals.map((_, row) => row);
  return {
    ...traced,
    bestRows: (count) => bestRows({ evidence: traced.evidence, ranking: rankingOf(totals) }, { count, rowsByName }),
  };
}

function stored(attempt: ModelAttempt, nodes: number) {
  const part = encodePart([ranked(attempt)], { keep: { nodes } });
  return { ...part, trace: part.traces[0] };
}

describe('traces that are kept in part', () => {
  test.each([
    { nodes: 1, rows: [2] },
    { nodes: 2, rows: [2, 5] },
    { nodes: 3, rows: [2, 3, 5] },
    { nodes: 9, rows: [0, 2, 3, 5] },
  ])('the best $nodes of the feasible rows, of equals the first by name', ({ nodes, rows }) => {
    expect(Array.from(stored(model, nodes).trace?.rows ?? [])).toEqual(rows);
  });

  test('the first rows by name, where none is feasible', () => {
    const none = fromRows({
      classKey: 'a',
      filterPlugins: ['TaintToleration', 'NodeResourcesFit'],
      scorePlugins: [],
      rows: rowsToKeep.map((row) => ({ ...row, status: row.status ?? full, scores: [] })),
    });
    expect(Array.from(stored(none, 2).trace?.rows ?? [])).toEqual([0, 1]);
  });

  test('of nothing, only the digest', () => {
    const { encoded, chunks, digests } = stored(model, 0);
    expect([encoded[0], chunks]).toMatchObject([{ stored: 'none', chunk: null, index: null, sealed: null }, []]);
    expect(digests).toEqual(encodePart([ranked(model)]).digests);
  });

  test('rows that are there say what they say in the whole; the others are not there', () => {
    fc.assert(
      fc.property(arbitraryPart, fc.integer({ min: 1, max: 4 }), (part, nodes) => {
        const whole = encodePart(part.map(ranked));
        const { traces, encoded, digests } = encodePart(part.map(ranked), { keep: { nodes } });
        expect(digests).toEqual(whole.digests);
        expect(new Set(encoded.map((one) => one.stored))).toEqual(new Set(['partial']));
        traces.forEach((trace, index) => {
          const all = whole.traces[index];
          expect(trace).toMatchObject({
            partial: true,
            nodeCount: all?.nodeCount,
            classIndex: all?.classIndex,
            filterPlugins: all?.filterPlugins,
            scorePlugins: all?.scorePlugins,
          });
          for (const row of trace.rows) expect(traceRow(trace, row, 'n')).toEqual(all && traceRow(all, row, 'n'));
        });
      }),
    );
  });

  test('a page has what is there, and is not evidence', () => {
    const { trace } = stored(model, 3);
    if (trace === undefined) throw new Error('nothing was stored');
    const nodeNames = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];
    const { items, matching } = tracePage(trace, { nodeNames, limit: 2 });
    expect([items.map(({ node, total, rank }) => [node, total, rank]), matching]).toEqual([
      [
        ['c', 60, 1],
        ['f', 60, 1],
      ],
      3,
    ]);
    expect(tracePage(trace, { nodeNames, limit: 2, filter: { feasible: false } }).matching).toBe(0);
    expect(() => traceRow(trace, 0, 'a')).toThrow(new RangeError('the trace has no row 0'));
    expect(() => traceEvidence(trace)).toThrow(new RangeError('a trace that was kept in part is no evidence'));
  });
});

describe('columns of a trace', () => {
  const [trace] = encodePart([toAttempt(model)]).traces;
  if (trace === undefined) throw new Error('nothing was encoded');

  test('what one plugin said of all nodes', () => {
    expect(traceColumn(trace, 'NodeResourcesFit')).toEqual({
      rows: trace.rows,
      failures: [null, full, null, null, full, null, full],
      scores: { raw: Float64Array.of(10, 0, 30, 20, 0, 30, 0), normalized: Float64Array.of(10, 0, 30, 20, 0, 30, 0) },
    });
    expect(traceColumn(trace, 'TaintToleration')).toMatchObject({
      failures: [null, null, null, null, tainted, null, null],
      scores: null,
    });
  });

  test('nodes that only one plugin rejects', () => {
    expect(Array.from(soleRejections(trace, 'NodeResourcesFit'))).toEqual([1, 6]);
    expect(Array.from(soleRejections(trace, 'TaintToleration'))).toEqual([]);
  });

  test('feasible rows of the evidence and of the trace are the same', () => {
    fc.assert(
      fc.property(arbitraryPart, (part) => {
        const attempts = part.map((attempt) => toAttempt(attempt));
        const feasible = encodePart(attempts).traces.map((one) => Array.from(one.rows, (row) => one.feasible(row)));
        expect(feasible).toEqual(
          attempts.map(({ evidence }) =>
            Array.from({ length: evidence.nodeCount }, (_, row) => evidenceAt.first(evidence, row) === 0),
          ),
        );
      }),
    );
  });
});
