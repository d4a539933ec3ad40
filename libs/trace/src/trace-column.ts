import type { Status } from '#scheduler';
import type { Trace } from './trace.js';

/** What one plugin said of all rows that are there; lists are parallel to the trace's rows. */
export interface TraceColumn {
  readonly rows: Uint32Array;
  /** What its filter said, run alone; null where it passes. */
  readonly failures: readonly (Status | null)[];
  /** Its scores, 0 where the row is not feasible; null when it did not score. */
  readonly scores: { readonly raw: Float64Array; readonly normalized: Float64Array } | null;
}

/** The column of one plugin. */
export function traceColumn(trace: Trace, plugin: string): TraceColumn {
  const { rows } = trace;
  const score = trace.scorePlugins.findIndex(({ name }) => name === plugin);
  const scores = (valueAt: (row: number) => number): Float64Array => Float64Array.from(rows, valueAt);
  return {
    rows,
    failures: Array.from(rows, (row) => trace.failures(row).find((status) => status.plugin === plugin) ?? null),
    scores:
      score < 0
        ? null
        : { raw: scores((row) => trace.raw(score, row)), normalized: scores((row) => trace.normalized(score, row)) },
  };
}
