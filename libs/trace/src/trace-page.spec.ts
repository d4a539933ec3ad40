import fc from 'fast-check';
import { arbitraryPart } from './testing/arbitrary-part.js';
import { encodePart } from './testing/encode-part.js';
import { toAttempt } from './testing/model.js';
import { fromRows, type ModelRow, type RowAttempt } from './testing/row-model.js';
import { tracePage, type TracePageRequest } from './trace-page.js';
import { traceRow, type TraceRow } from './trace-row.js';
import type { Trace } from './trace.js';

const tainted = {
  plugin: 'TaintToleration',
  code: 'UnschedulableAndUnresolvable',
  reasons: ['node(s) had untolerated taint {a: b}'],
} as const;
const full = {
  plugin: 'NodeResourcesFit',
  code: 'Unschedulable',
  reasons: ['Insufficient cpu', 'Too many pods'],
} as const;
const feasible = (raw: number, normalized: number): ModelRow => ({
  status: null,
  failures: [],
  scores: [
    { raw, normalized },
    { raw: 3, normalized: 1 },
  ],
});

/** Six nodes, not in the order of their names. */
const nodeNames = ['e', 'c', 'a', 'b', 'f', 'd'];
const attempt: RowAttempt = {
  classKey: 'a',
  filterPlugins: ['TaintToleration', 'NodeResourcesFit'],
  scorePlugins: [
    { name: 'NodeResourcesFit', weight: 2 },
    { name: 'ImageLocality', weight: 1 },
  ],
  rows: [
    feasible(5, 50),
    feasible(7, 70),
    { status: tainted, failures: [tainted, full], scores: [] },
    feasible(5, 50),
    { status: full, failures: [full], scores: [] },
    feasible(1, 10),
  ],
};

function stored(model: RowAttempt): Trace {
  const [trace] = encodePart([toAttempt(fromRows(model))]).traces;
  if (trace === undefined) throw new Error('nothing was encoded');
  return trace;
}

const page = (request: Partial<TracePageRequest>, trace = stored(attempt)): string => {
  const { items, matching } = tracePage(trace, { nodeNames, limit: 100, ...request });
  return `${items.map(({ node, total, rank }) => `${node}:${total ?? '-'}#${rank ?? '-'}`).join(' ')} of ${matching}`;
};

describe('tracePage', () => {
  test.each<{ name: string; request: Partial<TracePageRequest>; want: string }>([
    { name: 'by total unless said otherwise', request: {}, want: 'c:141#1 b:101#2 e:101#2 d:21#4 a:-#- f:-#- of 6' },
    { name: 'by name', request: { orderBy: 'name' }, want: 'a:-#- b:101#2 c:141#1 d:21#4 e:101#2 f:-#- of 6' },
    { name: 'a page in the middle', request: { offset: 1, limit: 2 }, want: 'b:101#2 e:101#2 of 6' },
    { name: 'a page behind the end', request: { offset: 6, limit: 2 }, want: ' of 6' },
    { name: 'one node', request: { filter: { node: 'e' } }, want: 'e:101#2 of 1' },
    { name: 'no such node', request: { filter: { node: 'z' } }, want: ' of 0' },
    { name: 'feasible ones', request: { filter: { feasible: true }, limit: 1 }, want: 'c:141#1 of 4' },
    { name: 'those that are not', request: { filter: { feasible: false } }, want: 'a:-#- f:-#- of 2' },
    {
      name: 'where a plugin fails, first or not',
      request: { filter: { plugin: 'NodeResourcesFit' } },
      want: 'a:-#- f:-#- of 2',
    },
    { name: 'where another fails', request: { filter: { plugin: 'TaintToleration' } }, want: 'a:-#- of 1' },
    {
      name: 'all filters at once',
      request: { filter: { plugin: 'NodeResourcesFit', feasible: false, node: 'f' } },
      want: 'f:-#- of 1',
    },
  ])('$name', ({ request, want }) => {
    expect(page(request)).toBe(want);
  });

  test('rows say everything about their node', () => {
    const want: readonly TraceRow[] = [
      { node: 'a', feasible: false, status: tainted, failures: [tainted, full], scores: [], total: null, rank: null },
      {
        node: 'b',
        feasible: true,
        status: null,
        failures: [],
        scores: [
          { plugin: 'NodeResourcesFit', raw: 5, normalized: 50, weighted: 100 },
          { plugin: 'ImageLocality', raw: 3, normalized: 1, weighted: 1 },
        ],
        total: 101,
        rank: 2,
      },
    ];
    expect(tracePage(stored(attempt), { nodeNames, orderBy: 'name', limit: 2 }).items).toEqual(want);
    expect([traceRow(stored(attempt), 2, 'a'), traceRow(stored(attempt), 3, 'b')]).toEqual(want);
  });

  test('a PreFilter rejection counts as failing although no filter run alone fails', () => {
    const rejected = stored({
      ...attempt,
      rows: [...attempt.rows.slice(0, 5), { status: tainted, failures: [], scores: [] }],
    });
    expect(page({ filter: { plugin: 'TaintToleration' } }, rejected)).toBe('a:-#- d:-#- of 2');
  });

  test('pages put together are the whole trace, and each row is what it is alone', () => {
    fc.assert(
      fc.property(arbitraryPart, fc.integer({ min: 1, max: 3 }), (part, limit) => {
        for (const trace of encodePart(part.map((model) => toAttempt(model))).traces) {
          const names = nodeNames.concat('h', 'g').slice(0, trace.nodeCount);
          const pages = names.flatMap((_, at) =>
            at % limit === 0 ? tracePage(trace, { nodeNames: names, offset: at, limit }).items : [],
          );
          expect(pages).toEqual(tracePage(trace, { nodeNames: names, limit: names.length }).items);
          expect(new Map(pages.map((row) => [row.node, row]))).toEqual(
            new Map(names.map((name, row) => [name, traceRow(trace, row, name)])),
          );
        }
      }),
    );
  });

  test('needs the names of all rows, and a row that is there', () => {
    expect(() => page({ nodeNames: ['a'] })).toThrow(new RangeError('1 names for 6 rows'));
    expect(() => traceRow(stored(attempt), 6, 'g')).toThrow(new RangeError('the trace has no row 6'));
  });
});
