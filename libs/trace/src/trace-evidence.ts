import type { Evidence, ScoreColumn, Status } from '#scheduler';
import { traceTotal, type Trace } from './trace.js';

/** A stored trace as evidence again, to compare or to re-encode it: the digests of a part can be recomputed from its chunks. */
export function traceEvidence(trace: Trace): Evidence {
  const rows = Array.from({ length: trace.nodeCount }, (_, row) => row);
  const statuses = new Map<Status, number>();
  const lists = new Map<readonly Status[], number>();
  const idOf = <Key>(ids: Map<Key, number>, key: Key): number => {
    const id = ids.get(key) ?? ids.size + 1;
    ids.set(key, id);
    return id;
  };
  const first = Uint32Array.from(rows, (row) => {
    const status = trace.status(row);
    return status === null ? 0 : idOf(statuses, status);
  });
  const failures = Uint32Array.from(rows, (row) => (trace.failures(row).length === 0 ? 0 : idOf(lists, trace.failures(row))));
  const failureLists = [[], ...Array.from(lists.keys(), (list) => list.map((status) => idOf(statuses, status)))];
  return {
    nodeCount: trace.nodeCount,
    filterPlugins: trace.filterPlugins,
    statuses: [null, ...statuses.keys()],
    failureLists,
    first,
    failures,
    scores: trace.scorePlugins.map((plugin, score): ScoreColumn => ({
      plugin: plugin.name,
      weight: plugin.weight,
      raw: Float64Array.from(rows, (row) => trace.raw(score, row)),
      normalized: Float64Array.from(rows, (row) => trace.normalized(score, row)),
    })),
    totals: Float64Array.from(rows, (row) => traceTotal(trace, row) ?? 0),
  };
}
