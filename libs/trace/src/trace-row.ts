import type { Status } from '#scheduler';
import { traceTotal, type Trace } from './trace.js';

/** What one score plugin gave a node. */
export interface TraceScore {
  readonly plugin: string;
  readonly raw: number;
  readonly normalized: number;
  /** normalized x weight */
  readonly weighted: number;
}

/** Everything a decision says about one node. */
export interface TraceRow {
  readonly node: string;
  readonly feasible: boolean;
  /** kube-scheduler's own answer; null when feasible. */
  readonly status: Status | null;
  /** Every filter that fails. */
  readonly failures: readonly Status[];
  /** Empty when not feasible. */
  readonly scores: readonly TraceScore[];
  /** Null when not feasible. */
  readonly total: number | null;
  /** 1 for the highest total; equal totals share a rank. Null when not feasible. */
  readonly rank: number | null;
}

/** The row of one node. */
export function traceRow(trace: Trace, row: number, node: string): TraceRow {
  const total = traceTotal(trace, row);
  return buildRow(trace, { row, node, total, rank: total === null ? null : rankOf(trace, total) });
}

/** A row whose rank among all rows is known already. */
export function buildRow(
  trace: Trace,
  { row, node, total, rank }: { row: number; node: string; total: number | null; rank: number | null },
): TraceRow {
  const feasible = total !== null;
  return {
    node,
    feasible,
    status: trace.status(row),
    failures: trace.failures(row),
    scores: feasible ? scoresAt(trace, row) : [],
    total,
    rank,
  };
}

function scoresAt(trace: Trace, row: number): TraceScore[] {
  return trace.scorePlugins.map(({ name, weight }, score) => {
    const normalized = trace.normalized(score, row);
    return { plugin: name, raw: trace.raw(score, row), normalized, weighted: normalized * weight };
  });
}

function rankOf(trace: Trace, total: number): number {
  let better = 0;
  for (const row of trace.rows) {
    const other = traceTotal(trace, row);
    if (other !== null && other > total) better++;
  }
  return better + 1;
}
