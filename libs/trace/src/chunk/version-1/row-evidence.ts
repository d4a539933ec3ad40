import type { Evidence, Status } from '#scheduler';
import { combinationsOf } from '../../combinations.js';
import type { Trace } from '../../trace.js';

/**
 * A trace that knows its rows only as evidence: every column by row, every scale custom. A filter that version 1 kept
 * two failures of keeps the last one.
 */
export function rowEvidence(trace: Omit<Trace, 'evidence'>): Evidence {
  const { nodeCount, filterPlugins } = trace;
  const statuses: (Status | null)[] = [null];
  const ids = new Map<Status, number>();
  const idOf = (status: Status): number => {
    const known = ids.get(status) ?? statuses.push(status) - 1;
    ids.set(status, known);
    return known;
  };
  const verdicts = filterPlugins.map((plugin) => ({
    plugin,
    domains: null,
    values: new Uint32Array(nodeCount),
    changed: null,
  }));
  const overrides = new Map<number, number>();
  for (let row = 0; row < nodeCount; row++) {
    const failures = trace.failures(row);
    for (const status of failures) {
      const column = verdicts.find(({ plugin }) => plugin === status.plugin);
      if (column !== undefined) column.values[row] = idOf(status);
    }
    const first = trace.status(row);
    if (first !== null) overrides.set(row, idOf(first));
  }
  const scores = trace.scorePlugins.map(({ name, weight }, score) => ({
    plugin: name,
    weight,
    domains: null,
    changed: null,
    values: Float64Array.from({ length: nodeCount }, (_, row) => trace.raw(score, row)),
    scale: {
      kind: 'custom' as const,
      normalized: Float64Array.from({ length: nodeCount }, (_, row) => trace.normalized(score, row)),
    },
  }));
  const evidence = {
    nodeCount,
    filterPlugins,
    statuses,
    verdicts,
    overrides: { fill: 0, rows: overrides },
    scores,
    lineage: null,
  };
  return { ...evidence, combinations: combinationsOf(evidence) };
}
