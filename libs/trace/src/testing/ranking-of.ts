import type { Ranking } from '#scheduler';
import { rankRows } from '../../../scheduler/src/testing/index.js';

/**
 * The ranking of rows with these totals, null for those that are not feasible; null when none is.
 * Names are in the order of rows.
 */
export function rankingOf(totals: readonly (number | null)[]): Ranking | null {
  const rows = totals.map((_, row) => row);
  const feasible = rows.filter((row) => totals[row] !== null);
  if (feasible.length === 0) return null;
  return rankRows(
    { nodeCount: totals.length, rowsByName: () => Uint32Array.from(rows) },
    feasible,
    (row) => totals[row] ?? 0,
  );
}
