import type { VerdictTable } from '../verdict-table.js';
import type { Following } from './follow-scores.js';
import type { KeptColumn } from './kept-column.js';
import { nextVerdictDifference } from './next-difference.js';

/** Brings a kept column of verdicts to these, which are ids of the engine. */
export function followVerdicts(
  column: KeptColumn,
  values: Uint32Array,
  { listed, change, verdicts }: Following & { readonly verdicts: VerdictTable },
): void {
  const follow = (place: number): void => {
    const before = column.cells[place] ?? 0;
    const after = verdicts.ownId(values[place] ?? 0);
    if (after === before) return;
    change.push(place, before, after);
    column.set(place, after);
  };
  if (listed === null) {
    const next = (from: number): number =>
      nextVerdictDifference(column.cells, { values, ownIds: verdicts.ownIds }, from);
    for (let place = next(0); place < column.cells.length; place = next(place + 1)) follow(place);
  } else for (let at = 0; at < listed.count; at++) follow(listed.places[at] ?? 0);
}
