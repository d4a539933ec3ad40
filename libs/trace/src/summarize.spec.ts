import type { Status } from '#scheduler';
import fc from 'fast-check';
import { summarize, type RejectionCount, type Summary } from './summarize.js';
import { arbitraryPart } from './testing/arbitrary-part.js';
import { toAttempt, UntidyInterning } from './testing/model.js';
import { rankingOf } from './testing/ranking-of.js';
import { toRows, type ModelRow } from './testing/row-model.js';

const status = (plugin: string | null, ...reasons: string[]): Status => ({ plugin, code: 'Unschedulable', reasons });
const failed = (first: Status, ...failures: Status[]): ModelRow => ({ status: first, failures, scores: [] });
const scored = (normalized: number): ModelRow => ({ status: null, failures: [], scores: [{ raw: 0, normalized }] });
const [cpu, memory, both] = [status('Fit', 'cpu'), status('Fit', 'memory'), status('Fit', 'cpu', 'memory')];
const [taint, outside] = [status('Taint', 'tainted'), status(null, 'not in the list')];

/** Counted from combinations alone: these are all of the evidence that is looked at. */
function summaryOf(rows: readonly ModelRow[], row = -1): Summary {
  const engine = new UntidyInterning();
  const combinations = rows.map(({ status: first, failures }) => ({
    first: engine.status(first),
    failures: failures.map((failure) => engine.status(failure)),
    rows: 1,
  }));
  const { evidence } = toAttempt(
    {
      classKey: 'a',
      nodeCount: rows.length,
      filterPlugins: [],
      filters: [],
      overrides: { fill: null, rows: [] },
      scores: [],
    },
    engine,
  );
  return summarize({
    evidence: { ...evidence, combinations },
    ranking: rankingOf(rows.map((one) => (one.status === null ? 3 * (one.scores[0]?.normalized ?? 0) : null))),
    row,
  });
}

const line = ({ plugin, code, reason, nodes }: RejectionCount): string =>
  `${plugin ?? '-'} ${code} ${reason}: ${nodes.first} ${nodes.any} ${nodes.sole} ${nodes.only}`;

describe('summarize', () => {
  test.each<{ name: string; rows: readonly ModelRow[]; want: readonly string[] }>([
    { name: 'nothing fails', rows: [scored(1)], want: [] },
    {
      name: 'one plugin, one reason',
      rows: [failed(cpu, cpu), failed(cpu, cpu), scored(1)],
      want: ['Fit Unschedulable cpu: 2 2 2 2'],
    },
    {
      name: 'reasons of one status count each',
      rows: [failed(both, both), failed(memory, memory)],
      want: ['Fit Unschedulable memory: 2 2 2 1', 'Fit Unschedulable cpu: 1 1 1 0'],
    },
    {
      name: 'two plugins: the first is kube-scheduler’s, none is sole',
      rows: [failed(taint, taint, cpu)],
      want: ['Fit Unschedulable cpu: 0 1 0 0', 'Taint Unschedulable tainted: 1 1 0 0'],
    },
    {
      name: 'a PreFilter rejection is not among the failures',
      rows: [failed(taint, cpu), failed(taint)],
      want: ['Taint Unschedulable tainted: 2 2 1 1', 'Fit Unschedulable cpu: 0 1 0 0'],
    },
    {
      name: 'a node list stands in nobody’s way',
      rows: [failed(outside, cpu), failed(outside)],
      want: ['- Unschedulable not in the list: 2 2 1 1', 'Fit Unschedulable cpu: 0 1 1 1'],
    },
    {
      name: 'the same said twice counts once',
      rows: [failed(cpu, cpu, both)],
      want: ['Fit Unschedulable cpu: 1 1 1 0', 'Fit Unschedulable memory: 0 1 1 0'],
    },
  ])('rejections: $name', ({ rows, want }) => {
    expect(summaryOf(rows).rejections.map(line)).toEqual(want);
  });

  test.each([
    { name: 'no node is feasible', rows: [failed(cpu, cpu)], row: -1, want: null },
    { name: 'one is', rows: [failed(cpu, cpu), scored(4)], row: 1, want: { total: 12, ties: 1, runnerUp: null } },
    {
      name: 'the next best',
      rows: [scored(1), scored(4), scored(3)],
      row: 1,
      want: { total: 12, ties: 1, runnerUp: { row: 2, total: 9 } },
    },
    {
      name: 'a tie: the runner-up is the other',
      rows: [scored(4), scored(1), scored(4)],
      row: 2,
      want: { total: 12, ties: 2, runnerUp: { row: 0, total: 12 } },
    },
    {
      name: 'nothing selected',
      rows: [scored(4), scored(1), scored(4)],
      row: -1,
      want: { total: 12, ties: 2, runnerUp: { row: 2, total: 12 } },
    },
    {
      name: 'all at zero',
      rows: [scored(0), scored(0)],
      row: 0,
      want: { total: 0, ties: 2, runnerUp: { row: 1, total: 0 } },
    },
  ])('best: $name', ({ rows, row, want }) => {
    expect(summaryOf(rows, row).best).toEqual(want);
  });

  test('the same combinations are counted once, whatever came of the attempt', () => {
    const { evidence } = toAttempt({
      classKey: 'a',
      nodeCount: 2,
      filterPlugins: [],
      filters: [],
      overrides: { fill: null, rows: [] },
      scores: [],
    });
    const first = summarize({ evidence, ranking: rankingOf([1, 2]), row: 0 });
    const second = summarize({ evidence, ranking: rankingOf([5, 5]), row: 1 });
    expect(second.rejections).toBe(first.rejections);
    expect([first.best, second.best]).toEqual([
      { total: 2, ties: 1, runnerUp: { row: 1, total: 2 } },
      { total: 5, ties: 2, runnerUp: { row: 0, total: 5 } },
    ]);
  });

  test('counts are those of looking at every row', () => {
    fc.assert(
      fc.property(arbitraryPart, (part) => {
        for (const model of part) {
          const rows = toRows(model);
          const summary = summarize({ evidence: toAttempt(model).evidence, ranking: null, row: -1 });
          expect(summary.nodes).toEqual({
            evaluated: rows.length,
            feasible: rows.filter((row) => row.status === null).length,
          });
          expect(summary.rejections).toEqual(countRowByRow(rows, summary.rejections));
          expect(
            new Set(summary.rejections.map((entry) => JSON.stringify([entry.plugin, entry.code, entry.reason]))),
          ).toEqual(new Set(rows.flatMap(whatIsSaid)));
        }
      }),
    );
  });
});

const said = (entry: Status): string[] =>
  entry.reasons.map((reason) => JSON.stringify([entry.plugin, entry.code, reason]));
const whatIsSaid = ({ status, failures }: ModelRow): string[] => [
  ...(status === null ? [] : said(status)),
  ...failures.flatMap(said),
];

/** Their names; a missing name counts only where there is no other. */
function failingPlugins({ status, failures }: ModelRow): string[] {
  const plugins = [status, ...failures].flatMap((one) => (one === null ? [] : [String(one.plugin)]));
  const named = plugins.filter((plugin) => plugin !== 'null');
  return [...new Set(named.length > 0 ? named : plugins)];
}

/** All that a plugin says of a row, each once. */
function reasonsOf({ status, failures }: ModelRow, plugin: string | null): string[] {
  const own = [status, ...failures].filter((one) => one !== null && one.plugin === plugin);
  return [...new Set(own.flatMap((one) => one?.reasons ?? []))];
}

function countRowByRow(rows: readonly ModelRow[], keys: readonly RejectionCount[]): RejectionCount[] {
  return keys.map(({ plugin, code, reason }) => {
    const key = JSON.stringify([plugin, code, reason]);
    const there = rows.filter((row) => whatIsSaid(row).includes(key));
    const alone = there.filter((row) => failingPlugins(row).join() === String(plugin));
    const first = rows.filter(({ status }) => status !== null && said(status).includes(key));
    const only = alone.filter((row) => reasonsOf(row, plugin).join() === reason);
    return {
      plugin,
      code,
      reason,
      nodes: { first: first.length, any: there.length, sole: alone.length, only: only.length },
    };
  });
}
