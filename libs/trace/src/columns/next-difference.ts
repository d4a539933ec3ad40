import type { ScoreValues } from '#scheduler';
import type { Cells } from './cells.js';

/**
 * The first place from `from` on at which cells are not what the scores are now; their number when there is none.
 * Looking at all rows of a column takes 0.8 of the time with loops like these two, which call nothing and see
 * arrays of always the same types.
 */
export function nextScoreDifference(cells: Cells, scores: ScoreValues, from: number): number {
  if (cells instanceof Uint8Array) return nextInBytes(cells, scores, from);
  let place = from;
  while (place < cells.length && cells[place] === scores[place]) place++;
  return place;
}

/** The same for verdicts that are ids of an engine; `ownIds` says what these are in the cells. */
export function nextVerdictDifference(
  cells: Cells,
  verdicts: { readonly values: Uint32Array; readonly ownIds: Uint32Array },
  from: number,
): number {
  const { values, ownIds } = verdicts;
  let place = from;
  while (place < cells.length && cells[place] === ownIds[values[place] ?? 0]) place++;
  return place;
}

function nextInBytes(cells: Uint8Array, scores: ScoreValues, from: number): number {
  let place = from;
  while (place < cells.length && cells[place] === scores[place]) place++;
  return place;
}
