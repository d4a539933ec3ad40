import type { Evidence, Status } from '#scheduler';
import type { ScorePlugin } from './plugin-shape.js';

/**
 * The stored evidence of one decision, read row by row: nothing is made before it is asked for. Rows
 * are those of the node set.
 */
export interface Trace {
  /** Content address of the node set that says what the rows are. */
  readonly nodeSet: Uint8Array;
  /** Rows of the node set. */
  readonly nodeCount: number;
  /** Number of the decision's class within its part, in order of first appearance. */
  readonly classIndex: number;
  /** Of the profile, in order; skipped ones included. */
  readonly filterPlugins: readonly string[];
  /** Those that ran, in order; empty when no node was feasible. */
  readonly scorePlugins: readonly ScorePlugin[];
  /** True when some rows were not kept: the methods below throw a RangeError for these. */
  readonly partial: boolean;
  /** Rows that are there, ascending; all of them unless the trace is partial. */
  readonly rows: Uint32Array;
  feasible(row: number): boolean;
  /** kube-scheduler's own answer for the row; null when it is feasible. */
  status(row: number): Status | null;
  /** Every filter that fails there, in plugin order. */
  failures(row: number): readonly Status[];
  /** Score of the plugin at this index of `scorePlugins` before NormalizeScore; 0 where the row is not feasible. */
  raw(score: number, row: number): number;
  /** After NormalizeScore, 0 to 100. */
  normalized(score: number, row: number): number;
  /** The whole as evidence again, factored as it was where the chunk says how; null when the trace is partial. */
  evidence(): Evidence | null;
}

/** Sum of normalised score x weight; null where the row is not feasible. */
export function traceTotal(trace: Trace, row: number): number | null {
  if (!trace.feasible(row)) return null;
  let total = 0;
  for (let score = 0; score < trace.scorePlugins.length; score++)
    total += trace.normalized(score, row) * (trace.scorePlugins[score]?.weight ?? 0);
  return total;
}

/**
 * True when the plugin fails at the row: among its failures, or as kube-scheduler's own answer (a
 * PreFilter rejection is only there).
 */
export function failsAt(trace: Trace, plugin: string, row: number): boolean {
  return trace.status(row)?.plugin === plugin || trace.failures(row).some((status) => status.plugin === plugin);
}
