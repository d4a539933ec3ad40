import type { Status } from '#scheduler';
import fc from 'fast-check';
import { summarize, type RejectionCount } from './summarize.js';
import { arbitraryPart } from './testing/arbitrary-part.js';
import { toAttempt, UntidyInterning, type ModelAttempt, type ModelRow } from './testing/model.js';

const status = (plugin: string | null, ...reasons: string[]): Status => ({ plugin, code: 'Unschedulable', reasons });
const failed = (first: Status, ...failures: Status[]): ModelRow => ({ status: first, failures, scores: [] });
const scored = (normalized: number): ModelRow => ({ status: null, failures: [], scores: [{ raw: 0, normalized }] });
const [cpu, memory, both] = [status('Fit', 'cpu'), status('Fit', 'memory'), status('Fit', 'cpu', 'memory')];
const [taint, outside] = [status('Taint', 'tainted'), status(null, 'not in the list')];

function summaryOf(rows: readonly ModelRow[], selectedRow: number | null = null) {
  const attempt: ModelAttempt = { classKey: 'a', filterPlugins: ['Taint', 'Fit'], scorePlugins: [{ name: 'Score', weight: 3 }], rows };
  return summarize(toAttempt(attempt, new UntidyInterning()).evidence, { selectedRow });
}

const line = ({ plugin, code, reason, nodes }: RejectionCount): string => `${plugin ?? '-'} ${code} ${reason}: ${nodes.first} ${nodes.any} ${nodes.sole}`;

describe('summarize', () => {
  test.each<{ name: string; rows: readonly ModelRow[]; want: readonly string[] }>([
    { name: 'nothing fails', rows: [scored(1)], want: [] },
    { name: 'one plugin, one reason', rows: [failed(cpu, cpu), failed(cpu, cpu), scored(1)], want: ['Fit Unschedulable cpu: 2 2 2'] },
    { name: 'reasons of one status count each', rows: [failed(both, both), failed(memory, memory)], want: ['Fit Unschedulable memory: 2 2 2', 'Fit Unschedulable cpu: 1 1 1'] },
    { name: 'two plugins: the first is kube-scheduler’s, none is sole', rows: [failed(taint, taint, cpu)], want: ['Fit Unschedulable cpu: 0 1 0', 'Taint Unschedulable tainted: 1 1 0'] },
    { name: 'a PreFilter rejection is not among the failures', rows: [failed(taint, cpu), failed(taint)], want: ['Taint Unschedulable tainted: 2 2 1', 'Fit Unschedulable cpu: 0 1 0'] },
    { name: 'a node list stands in nobody’s way', rows: [failed(outside, cpu), failed(outside)], want: ['- Unschedulable not in the list: 2 2 1', 'Fit Unschedulable cpu: 0 1 1'] },
    { name: 'the same said twice counts once', rows: [failed(cpu, cpu, both)], want: ['Fit Unschedulable cpu: 1 1 1', 'Fit Unschedulable memory: 0 1 1'] },
  ])('rejections: $name', ({ rows, want }) => {
    expect(summaryOf(rows).rejections.map(line)).toEqual(want);
  });

  test.each([
    { name: 'no node is feasible', rows: [failed(cpu, cpu)], selectedRow: null, want: null },
    { name: 'one is', rows: [failed(cpu, cpu), scored(4)], selectedRow: 1, want: { total: 12, ties: 1, runnerUp: null } },
    { name: 'the next best', rows: [scored(1), scored(4), scored(3)], selectedRow: 1, want: { total: 12, ties: 1, runnerUp: { row: 2, total: 9 } } },
    { name: 'a tie: the runner-up is the other', rows: [scored(4), scored(1), scored(4)], selectedRow: 2, want: { total: 12, ties: 2, runnerUp: { row: 0, total: 12 } } },
    { name: 'nothing selected', rows: [scored(4), scored(1), scored(4)], selectedRow: null, want: { total: 12, ties: 2, runnerUp: { row: 2, total: 12 } } },
    { name: 'all at zero', rows: [scored(0), scored(0)], selectedRow: 0, want: { total: 0, ties: 2, runnerUp: { row: 1, total: 0 } } },
  ])('best: $name', ({ rows, selectedRow, want }) => {
    expect(summaryOf(rows, selectedRow).best).toEqual(want);
  });

  test('counts are those of looking at every row', () => {
    fc.assert(
      fc.property(arbitraryPart, (part) => {
        for (const model of part) {
          const summary = summarize(toAttempt(model).evidence, { selectedRow: null });
          expect(summary.nodes).toEqual({ evaluated: model.rows.length, feasible: model.rows.filter((row) => row.status === null).length });
          expect(summary.rejections).toEqual(countRowByRow(model.rows, summary.rejections));
          expect(new Set(summary.rejections.map((entry) => JSON.stringify([entry.plugin, entry.code, entry.reason])))).toEqual(new Set(model.rows.flatMap(whatIsSaid)));
        }
      }),
    );
  });
});

const said = (entry: Status): string[] => entry.reasons.map((reason) => JSON.stringify([entry.plugin, entry.code, reason]));
const whatIsSaid = ({ status, failures }: ModelRow): string[] => [...(status === null ? [] : said(status)), ...failures.flatMap(said)];

/** Their names; a missing name counts only where there is no other. */
function failingPlugins({ status, failures }: ModelRow): string[] {
  const plugins = [status, ...failures].flatMap((one) => (one === null ? [] : [String(one.plugin)]));
  const named = plugins.filter((plugin) => plugin !== 'null');
  return [...new Set(named.length > 0 ? named : plugins)];
}

function countRowByRow(rows: readonly ModelRow[], keys: readonly RejectionCount[]): RejectionCount[] {
  return keys.map(({ plugin, code, reason }) => {
    const key = JSON.stringify([plugin, code, reason]);
    const there = rows.filter((row) => whatIsSaid(row).includes(key));
    const alone = there.filter((row) => failingPlugins(row).join() === String(plugin));
    const first = rows.filter(({ status }) => status !== null && said(status).includes(key));
    return { plugin, code, reason, nodes: { first: first.length, any: there.length, sole: alone.length } };
  });
}
