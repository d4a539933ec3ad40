import { columnValue, type Column } from '../column.js';
import type { VerdictTable } from '../verdict-table.js';

/** Own ids, ascending, without 0, that a chunk must explain to stand for itself: of statuses and of failure lists. */
export interface UsedVerdicts {
  readonly statuses: readonly number[];
  readonly lists: readonly number[];
}

/** Which verdicts the first two columns of the decisions use. A verdict table holds all of a part; a chunk carries only its own. */
export function usedVerdicts(decisions: readonly { readonly columns: readonly Column[] }[], nodeCount: number, verdicts: VerdictTable): UsedVerdicts {
  const lists = markUsed(decisions.map(({ columns }) => columns[1]), nodeCount);
  const statuses = markUsed(decisions.map(({ columns }) => columns[0]), nodeCount);
  for (const list of ascending(lists)) for (const status of verdicts.list(list)) statuses[status] = true;
  return { statuses: ascending(statuses), lists: ascending(lists) };
}

/** True at each id that a column holds. Ids are dense and few. */
function markUsed(columns: readonly (Column | undefined)[], nodeCount: number): boolean[] {
  const used: boolean[] = [];
  for (const column of new Set(columns)) {
    if (column === undefined) continue;
    const rows = column.form === 0 ? Math.min(nodeCount, 1) : nodeCount;
    for (let row = 0; row < rows; row++) used[columnValue(column, row)] = true;
  }
  return used;
}

function ascending(used: readonly boolean[]): number[] {
  return Array.from(used.keys()).filter((id) => id !== 0 && used[id]);
}
