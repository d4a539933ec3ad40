import type { Evidence, ScoreColumn, Status } from '#scheduler';
import { traceTotal, type Trace } from './trace.js';

/** A stored trace as evidence again, to compare or to re-encode it: the digests of a part can be recomputed from its chunks. */
export function traceEvidence(trace: Trace): Evidence {
  const statuses = new Map<Status, number>();
  const lists = new Map<readonly Status[], number>();
  const first = new Uint32Array(trace.nodeCount);
  const failures = new Uint32Array(trace.nodeCount);
  for (let row = 0; row < trace.nodeCount; row++) {
    const status = trace.status(row);
    const failing = trace.failures(row);
    first[row] = status === null ? 0 : idOf(statuses, status);
    failures[row] = failing.length === 0 ? 0 : idOf(lists, failing);
  }
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
      raw: column(trace, (row) => trace.raw(score, row)),
      normalized: column(trace, (row) => trace.normalized(score, row)),
    })),
    totals: column(trace, (row) => traceTotal(trace, row) ?? 0),
  };
}

/** Ids from 1, in order of first appearance. */
function idOf<Key>(ids: Map<Key, number>, key: Key): number {
  const known = ids.get(key);
  if (known !== undefined) return known;
  ids.set(key, ids.size + 1);
  return ids.size;
}

function column({ nodeCount }: Trace, valueAt: (row: number) => number): Float64Array {
  const values = new Float64Array(nodeCount);
  for (let row = 0; row < nodeCount; row++) values[row] = valueAt(row);
  return values;
}
