import type { Trace } from './trace.js';

/** What nodes that were turned down have in common: the plugins that fail, or these with their reasons. */
export type FailingSetBy = 'plugin' | 'reason';

/** Nodes where the same plugins fail. */
export interface FailingSet {
  /** Whether the pod fits there: exactly one set does, if any. */
  readonly feasible: boolean;
  /**
   * In byte order; none where the pod fits, and none where a node list of PreFilter left the nodes out, which no plugin
   * answers for.
   */
  readonly plugins: readonly string[];
  /** With `reason`: all reasons that are said there, in byte order; null otherwise. */
  readonly reasons: readonly string[] | null;
  readonly nodes: number;
}

/**
 * The rows of a trace by what fails there, the most frequent first; together they are all rows. Null when the trace is
 * partial: the rest is not known then.
 */
export function failingSets(trace: Trace, by: FailingSetBy): FailingSet[] | null {
  if (trace.partial) return null;
  const sets = new Map<string, { readonly set: Omit<FailingSet, 'nodes'>; nodes: number }>();
  for (const row of trace.rows) {
    const set = setAt(trace, row, by);
    const key = JSON.stringify([set.feasible, set.plugins, set.reasons]);
    const known = sets.get(key);
    if (known === undefined) sets.set(key, { set, nodes: 1 });
    else known.nodes++;
  }
  return [...sets]
    .sort(([a, { nodes: some }], [b, { nodes: more }]) => more - some || (a < b ? -1 : 1))
    .map(([, { set, nodes }]) => ({ ...set, nodes }));
}

function setAt(trace: Trace, row: number, by: FailingSetBy): Omit<FailingSet, 'nodes'> {
  const own = trace.status(row);
  if (own === null) return { feasible: true, plugins: [], reasons: by === 'reason' ? [] : null };
  const said = [own, ...trace.failures(row)];
  const plugins = said.flatMap(({ plugin }) => plugin ?? []);
  return {
    feasible: false,
    plugins: distinct(plugins),
    reasons: by === 'reason' ? distinct(said.flatMap(({ reasons }) => reasons)) : null,
  };
}

function distinct(texts: readonly string[]): string[] {
  return [...new Set(texts)].sort();
}
