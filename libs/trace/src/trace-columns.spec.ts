import fc from 'fast-check';
import { failingSets } from './failing-sets.js';
import { arbitraryPart } from './testing/arbitrary-part.js';
import { encodePart } from './testing/encode-part.js';
import { toAttempt, type ModelAttempt } from './testing/model.js';
import { traceColumns, type NumberColumn } from './trace-columns.js';
import { tracePage } from './trace-page.js';
import type { Trace } from './trace.js';

const numbersOf = ({ all, values }: NumberColumn, rows: number): readonly number[] =>
  values ?? new Array<number>(rows).fill(all ?? 0);

/** What the columns say of each row, in the words of rows. */
function rowsOf(trace: Trace, nodeNames: readonly string[]): object[] {
  const { rows, statuses, own, filters, scores, totals } = traceColumns(trace);
  const kept = rows ?? nodeNames.map((_, row) => row);
  const at = (column: NumberColumn, place: number): number => numbersOf(column, kept.length)[place] ?? 0;
  return kept.map((row, place) => ({
    node: nodeNames[row],
    feasible: at(own, place) === 0,
    status: statuses[at(own, place) - 1] ?? null,
    failures: filters.flatMap(({ verdicts }) => statuses[at(verdicts, place) - 1] ?? []),
    scores:
      at(own, place) === 0
        ? scores.map(({ plugin, weight, raw, normalized }) => ({
            plugin,
            raw: at(raw, place),
            normalized: at(normalized, place),
            weighted: at(normalized, place) * weight,
          }))
        : [],
    total: totals[place],
  }));
}

/** As engines decide: a filter speaks for itself. */
function tracesOf(part: readonly ModelAttempt[]): readonly Trace[] {
  const spoken = part.map((attempt) => ({
    ...attempt,
    filters: attempt.filters.map((column, place) => {
      const plugin = attempt.filterPlugins[place] ?? '';
      return column && { ...column, values: column.values.map((status) => status && { ...status, plugin }) };
    }),
  }));
  return encodePart(spoken.map((attempt) => toAttempt(attempt))).traces;
}

const namesOf = ({ nodeCount }: Trace): string[] =>
  Array.from({ length: nodeCount }, (_, row) => `n${String(row).padStart(4, '0')}`);

test('columns say of every row what rows say', () => {
  fc.assert(
    fc.property(arbitraryPart, (part) => {
      for (const trace of tracesOf(part)) {
        const nodeNames = namesOf(trace);
        const { items } = tracePage(trace, { nodeNames, orderBy: 'name', limit: nodeNames.length });
        expect(rowsOf(trace, nodeNames)).toEqual(items.map(({ rank: _, ...row }) => row));
      }
    }),
  );
});

test('each status has one number, and a column that all rows share is one number', () => {
  fc.assert(
    fc.property(arbitraryPart, (part) => {
      for (const trace of tracesOf(part)) {
        const { statuses, own, filters } = traceColumns(trace);
        expect(new Set(statuses.map((status) => JSON.stringify(status))).size).toBe(statuses.length);
        for (const { values } of [own, ...filters.map(({ verdicts }) => verdicts)])
          expect(values === null || new Set(values).size > 1).toBe(true);
      }
    }),
  );
});

test.each(['plugin', 'reason'] as const)('sets by %s are all rows, each once, as its row says', (by) => {
  fc.assert(
    fc.property(arbitraryPart, (part) => {
      for (const trace of tracesOf(part)) {
        const nodeNames = namesOf(trace);
        const { items } = tracePage(trace, { nodeNames, orderBy: 'name', limit: nodeNames.length });
        const sets = failingSets(trace, by) ?? [];
        expect(sets.reduce((sum, { nodes }) => sum + nodes, 0)).toBe(items.length);
        expect(sets.find(({ feasible }) => feasible)?.nodes ?? 0).toBe(items.filter(({ feasible }) => feasible).length);
        for (const { feasible, plugins, nodes } of by === 'plugin' ? sets : []) {
          const alike = items.filter((row) => {
            const failing = [row.status, ...row.failures].flatMap((status) => status?.plugin ?? []);
            return row.feasible === feasible && [...new Set(failing)].sort().join() === plugins.join();
          });
          expect(alike).toHaveLength(nodes);
        }
      }
    }),
  );
});
