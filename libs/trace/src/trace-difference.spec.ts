import { encodePart } from './testing/encode-part.js';
import { toAttempt } from './testing/model.js';
import { fromRows, type ModelRow, type RowAttempt } from './testing/row-model.js';
import { traceDifference } from './trace-difference.js';
import type { Trace } from './trace.js';

const tainted = {
  plugin: 'TaintToleration',
  code: 'UnschedulableAndUnresolvable',
  reasons: ['node(s) had untolerated taint {a: b}'],
} as const;
const full = { plugin: 'NodeResourcesFit', code: 'Unschedulable', reasons: ['Insufficient cpu'] } as const;
const fuller = { ...full, reasons: ['Insufficient cpu', 'Too many pods'] } as const;
const feasible = (first: number, second: number): ModelRow => ({
  status: null,
  failures: [],
  scores: [
    { raw: first, normalized: first },
    { raw: second, normalized: second },
  ],
});
const rejected = (...failures: ModelRow['failures']): ModelRow => ({
  status: failures[0] ?? null,
  failures,
  scores: [],
});

const attempt: RowAttempt = {
  classKey: 'a',
  filterPlugins: ['TaintToleration', 'NodeResourcesFit'],
  scorePlugins: [
    { name: 'NodeResourcesFit', weight: 2 },
    { name: 'ImageLocality', weight: 1 },
  ],
  rows: [feasible(5, 50), rejected(tainted, full), rejected(full), feasible(7, 70)],
};

/** The attempt with other rows. */
function withRows(rows: Readonly<Record<number, ModelRow>>): RowAttempt {
  return { ...attempt, rows: attempt.rows.map((row, index) => rows[index] ?? row) };
}

function traceOf(model: RowAttempt, keep?: { readonly nodes: number; readonly best: readonly number[] }): Trace {
  const options = keep === undefined ? {} : { keep: { nodes: keep.nodes } };
  const [trace] = encodePart([{ ...toAttempt(fromRows(model)), bestRows: () => keep?.best ?? [] }], options).traces;
  if (trace === undefined) throw new Error('nothing was encoded');
  return trace;
}

test.each<[name: string, replayed: RowAttempt, want: ReturnType<typeof traceDifference>]>([
  ['nothing', attempt, null],
  [
    'another score at a later node',
    withRows({ 3: feasible(7, 71) }),
    { what: 'raw', plugin: 'ImageLocality', row: 3, recorded: 70, replayed: 71 },
  ],
  [
    'the first plugin counts, not the first node',
    withRows({ 0: feasible(5, 51), 3: feasible(8, 70) }),
    { what: 'raw', plugin: 'NodeResourcesFit', row: 3, recorded: 7, replayed: 8 },
  ],
  [
    'another normalised score',
    withRows({
      0: {
        status: null,
        failures: [],
        scores: [
          { raw: 5, normalized: 5 },
          { raw: 50, normalized: 49 },
        ],
      },
    }),
    { what: 'normalized', plugin: 'ImageLocality', row: 0, recorded: 50, replayed: 49 },
  ],
  [
    'a filter before a score',
    withRows({ 0: feasible(1, 1), 2: rejected(fuller) }),
    { what: 'verdict', plugin: 'NodeResourcesFit', row: 2, recorded: full, replayed: fuller },
  ],
  [
    'a filter that passes',
    withRows({ 1: rejected(full) }),
    { what: 'verdict', plugin: 'TaintToleration', row: 1, recorded: tainted, replayed: null },
  ],
  [
    'an earlier filter at a later node',
    withRows({ 1: rejected(tainted), 2: rejected(tainted, full) }),
    { what: 'verdict', plugin: 'TaintToleration', row: 2, recorded: null, replayed: tainted },
  ],
  [
    'the answer alone',
    withRows({ 1: { status: full, failures: [tainted, full], scores: [] } }),
    { what: 'status', plugin: 'TaintToleration', row: 1, recorded: tainted, replayed: full },
  ],
  [
    'other filters',
    { ...attempt, filterPlugins: ['NodeName', 'NodeResourcesFit'], rows: [feasible(5, 50)] },
    {
      what: 'filters',
      plugin: null,
      row: null,
      recorded: ['TaintToleration', 'NodeResourcesFit'],
      replayed: ['NodeName', 'NodeResourcesFit'],
    },
  ],
  [
    'other weights',
    {
      ...attempt,
      scorePlugins: [
        { name: 'NodeResourcesFit', weight: 3 },
        { name: 'ImageLocality', weight: 1 },
      ],
    },
    {
      what: 'scores',
      plugin: null,
      row: null,
      recorded: ['NodeResourcesFit*2', 'ImageLocality*1'],
      replayed: ['NodeResourcesFit*3', 'ImageLocality*1'],
    },
  ],
])('%s', (_, replayed, want) => {
  expect(traceDifference(traceOf(attempt), traceOf(replayed))).toEqual(want);
});

test('of a trace that was kept in part, the rows that are there', () => {
  const partial = traceOf(attempt, { nodes: 1, best: [3] });
  expect(traceDifference(partial, traceOf(withRows({ 0: feasible(9, 9) })))).toBeNull();
  expect(traceDifference(partial, traceOf(withRows({ 0: feasible(9, 9), 3: feasible(7, 7) })))).toEqual({
    what: 'raw',
    plugin: 'ImageLocality',
    row: 3,
    recorded: 70,
    replayed: 7,
  });
});
