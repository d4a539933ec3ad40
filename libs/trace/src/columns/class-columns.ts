import type { Lineage } from '#scheduler';
import type { PluginShape } from '../plugin-shape.js';
import type { KeptColumn } from './kept-column.js';

/** Everything that a class's last decision said, narrow: what its next decision is a difference to. */
export interface ClassColumns {
  readonly shape: PluginShape;
  /**
   * Of every filter plugin, then raw scores of every score plugin, then normalised scores of those with a custom scale.
   */
  readonly columns: readonly KeptColumn[];
  /** Of the scales of all score plugins in order. */
  numbers: readonly number[];
  overrides: FlatOverrides;
  /** What these columns follow, or know of. */
  lineage: Lineage | null;
  /** Columns of another class that follow the same chain: of a pod's first try, and of its second. */
  companion: ClassColumns | null;
}

/**
 * The fill, then row and verdict of each row with another one, rows ascending. Verdicts are ids of the part's table.
 */
export type FlatOverrides = readonly number[];

/** How many of the columns are verdicts: they come first. */
export function verdictColumns({ filterPlugins }: PluginShape): number {
  return filterPlugins.length;
}

/** How many columns there are. */
export function columnCount({ filterPlugins, scorePlugins }: PluginShape): number {
  return filterPlugins.length + scorePlugins.length + scorePlugins.filter(({ kind }) => kind === 'custom').length;
}

export function sameNumbers(a: readonly number[], b: readonly number[]): boolean {
  if (a.length !== b.length) return false;
  for (let at = 0; at < a.length; at++) if (a[at] !== b[at]) return false;
  return true;
}
