import { NO_DOMAIN } from '../../plugin.js';
import type { KeptColumn } from './kept-column.js';
import type { KeptScore } from './kept-scores.js';

/** A score that is a row's own and is not scaled. */
export interface OwnScore {
  readonly weight: number;
  readonly column: KeptScore['column'];
  /** Null: a value for every row. */
  readonly of: Uint32Array | null;
}

/** Stands for a raw score that a row has none of. */
export const IGNORED = NaN;

const MOST_SUM = 2 ** 31 - 1;

export function isOwn({ column, normalization }: KeptScore): boolean {
  return normalization === 'none' && !column.isCoarse;
}

export function ownPart({ weight, column, of }: OwnScore, row: number): number {
  return (column.values[of === null ? row : (of[row] ?? NO_DOMAIN)] ?? 0) * weight;
}

/** As long as a score is beyond 0..100, groups do not rank. */
export function inRange(sum: number): number {
  return Math.min(Math.max(sum, 0), MOST_SUM);
}

/** What makes a row one of its group: what the plugin says that rows have in common, or the raw score itself. */
export function tellingOf({ column, prepared: { alike } }: KeptScore, row: number): number {
  const index = column.indexOf(row);
  if (index === NO_DOMAIN) return IGNORED;
  return alike === undefined ? (column.values[index] ?? 0) : alike(row);
}

export function rawOf(column: KeptColumn<Uint32Array | Float64Array>, row: number): number {
  const index = column.indexOf(row);
  return index === NO_DOMAIN ? IGNORED : (column.values[index] ?? 0);
}
