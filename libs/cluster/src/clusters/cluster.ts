import type { ClusterCounts, ClusterRow } from './cluster.store.js';
import type { TraceBudget } from './trace-budget.js';

/** A modelled cluster as every face shows it. 64-bit integers are decimal text; times are RFC 3339. */
export interface Cluster {
  readonly id: string;
  readonly name: string;
  /** Name of the owning team. */
  readonly team: string;
  readonly createdAt: string;
  readonly revision: string;
  readonly position: string;
  readonly origin: { readonly cluster: string; readonly position: string } | null;
  readonly counts: ClusterCounts;
  readonly traceBudget: TraceBudget;
}

export function clusterOf(row: ClusterRow, counts: ClusterCounts): Cluster {
  return {
    id: row.id,
    name: row.name,
    team: row.team,
    createdAt: row.created_at.toISOString(),
    revision: row.revision,
    position: row.position,
    origin: row.origin_cluster_id === null ? null : { cluster: row.origin_cluster_id, position: row.origin_position ?? '0' },
    counts,
    traceBudget: traceBudgetOf(row),
  };
}

/** The budget as it stands in a cluster's row. */
export function traceBudgetOf({ trace_keep: keep, trace_nodes: nodes }: Pick<ClusterRow, 'trace_keep' | 'trace_nodes'>): TraceBudget {
  return nodes === null ? { keep } : { keep, nodes };
}
