import type { ScoreValues } from '#scheduler';
import { checkInteger } from './cells.js';
import type { ChangedIndices } from './changed-indices.js';
import type { ColumnChange } from './column-change.js';
import type { KeptColumn } from './kept-column.js';
import { nextScoreDifference } from './next-difference.js';

/** Where a column is looked at, null being everywhere, and where what changed is noted. */
export interface Following {
  readonly listed: Pick<ChangedIndices, 'places' | 'count'> | null;
  readonly change: ColumnChange;
}

/** Brings a kept column of scores to these. @throws RangeError when one that changed is not a safe integer. */
export function followScores(column: KeptColumn, values: ScoreValues, { listed, change }: Following): void {
  if (listed === null) {
    const next = (from: number): number => nextScoreDifference(column.cells, values, from);
    for (let place = next(0); place < column.cells.length; place = next(place + 1))
      followScore(column, values, { place, change });
    return;
  }
  const { places, count } = listed;
  for (let at = followBytes(column.ownBytes, values, { listed, change }); at < count; at++) {
    const place = places[at] ?? 0;
    if (column.cells[place] !== values[place]) followScore(column, values, { place, change });
  }
}

function followScore(
  column: KeptColumn,
  values: ScoreValues,
  { place, change }: { readonly place: number; readonly change: ColumnChange },
): void {
  const after = values[place] ?? 0;
  checkInteger(after);
  change.push(place, column.cells[place] ?? 0, after);
  column.set(place, after);
}

/**
 * Nearly all scores are bytes and stay such, and a loop that sees no others is twice as fast; how many of the places it
 * looked at before the first other one.
 */
function followBytes(
  bytes: Uint8Array | null,
  values: ScoreValues,
  {
    listed: { places, count },
    change,
  }: { readonly listed: NonNullable<Following['listed']>; readonly change: ColumnChange },
): number {
  if (bytes === null) return 0;
  change.reserve(count);
  const { indices, before, after } = change;
  let changed = change.count;
  let at = 0;
  for (; at < count; at++) {
    const place = places[at] ?? 0;
    const value = values[place] ?? 0;
    const byte = value & 0xff;
    if (byte !== value) break;
    const old = bytes[place] ?? 0;
    if (byte === old) continue;
    indices[changed] = place;
    before[changed] = old;
    after[changed++] = byte;
    bytes[place] = byte;
  }
  change.count = changed;
  return at;
}
