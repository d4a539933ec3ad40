import { columnValue, type Column } from '../column.js';
import type { VerdictTable } from '../verdict-table.js';
import type { DecisionColumns } from './chunk-writer.js';

/** Own ids, ascending, without 0, that a chunk must explain to stand for itself: of statuses and of failure lists. */
export interface UsedVerdicts {
  readonly statuses: readonly number[];
  readonly lists: readonly number[];
}

/** Which verdicts the decisions' first two columns use. A verdict table holds all of a part; a chunk carries only its own. */
export function usedVerdicts(decisions: readonly DecisionColumns[], nodeCount: number, verdicts: VerdictTable): UsedVerdicts {
  const statuses = new Set<number>();
  const lists = new Set<number>();
  const seen = new Set<Column>();
  for (const { columns } of decisions) {
    const [status, failures] = columns;
    if (status !== undefined && !seen.has(status)) collect(status, nodeCount, statuses);
    if (failures !== undefined && !seen.has(failures)) collect(failures, nodeCount, lists);
    for (const column of columns.slice(0, 2)) seen.add(column);
  }
  for (const list of lists) for (const status of verdicts.list(list)) statuses.add(status);
  return { statuses: ascending(statuses), lists: ascending(lists) };
}

function collect(column: Column, nodeCount: number, into: Set<number>): void {
  let last = 0;
  for (let row = 0; row < nodeCount; row++) {
    const id = columnValue(column, row);
    if (id === last) continue;
    last = id;
    into.add(id);
    if (column.form === 0) return;
  }
}

function ascending(ids: Set<number>): number[] {
  return [...ids].filter((id) => id !== 0).sort((a, b) => a - b);
}
