import type { Status } from '#scheduler';
import type { TraceOrigin } from './evidence-trace.js';
import type { ScorePlugin } from './plugin-shape.js';
import type { Trace } from './trace.js';

/** The rows of a decision that was kept in part; lists are parallel to `rows`. */
export interface PartialRows {
  readonly filterPlugins: readonly string[];
  readonly scorePlugins: readonly ScorePlugin[];
  /** Ascending. */
  readonly rows: Uint32Array;
  readonly first: readonly (Status | null)[];
  /** By filter plugin; null where it passes. */
  readonly failures: readonly (readonly (Status | null)[])[];
  /** By score plugin. */
  readonly columns: readonly { readonly raw: readonly number[]; readonly normalized: readonly number[] }[];
}

/** The trace of a decision of which some rows were kept. */
export function partialTrace(origin: TraceOrigin, kept: PartialRows): Trace {
  const places = new Map(Array.from(kept.rows, (row, place) => [row, place]));
  const placeOf = (row: number): number => {
    const place = places.get(row);
    if (place === undefined) throw new RangeError(`the trace has no row ${row}`);
    return place;
  };
  const status = (row: number): Status | null => kept.first[placeOf(row)] ?? null;
  return {
    ...origin,
    filterPlugins: kept.filterPlugins,
    scorePlugins: kept.scorePlugins.map(({ name, weight }) => ({ name, weight })),
    partial: true,
    rows: kept.rows,
    feasible: (row) => status(row) === null,
    status,
    failures: (row) => kept.failures.flatMap((column) => column[placeOf(row)] ?? []),
    raw: (score, row) => kept.columns[score]?.raw[placeOf(row)] ?? 0,
    normalized: (score, row) => kept.columns[score]?.normalized[placeOf(row)] ?? 0,
    evidence: () => null,
  };
}
