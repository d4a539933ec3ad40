import { admissionSettingsOf, type AdmissionSettings } from '#writes';
import type { ClusterCounts, ClusterRow } from './cluster.store.js';
import { mirrorOf, type ClusterMirror } from './mirror.js';
import type { TraceBudget } from './trace-budget.js';

/** The log that a fork's own goes on from. */
export interface ClusterOrigin {
  /** Id of the cluster, which may be gone. */
  readonly cluster: string;
  readonly position: string;
  readonly revision: string;
  /** Of that revision, as hexadecimal: what the fork's first one follows. */
  readonly hash: string;
}

/** A modelled cluster as every face shows it. 64-bit integers are decimal text; times are RFC 3339. */
export interface Cluster extends AdmissionSettings {
  readonly id: string;
  readonly name: string;
  /** Name of the owning team. */
  readonly team: string;
  readonly createdAt: string;
  readonly revision: string;
  readonly position: string;
  readonly origin: ClusterOrigin | null;
  readonly counts: ClusterCounts;
  readonly traceBudget: TraceBudget;
  /** Null in a cluster that follows no real one. */
  readonly mirror: ClusterMirror | null;
  /** Of a cluster as it was: a moment that leads to the same state for good, as a time does not. */
  readonly moment?: string;
}

export function clusterOf(row: ClusterRow, counts: ClusterCounts): Cluster {
  return {
    id: row.id,
    name: row.name,
    team: row.team,
    createdAt: row.created_at.toISOString(),
    revision: row.revision,
    position: row.position,
    origin: originOf(row),
    counts,
    traceBudget: traceBudgetOf(row),
    mirror: mirrorOf(row.mirror),
    ...admissionSettingsOf(row),
  };
}

function originOf({
  origin_cluster_id: cluster,
  origin_position: position,
  origin_revision: revision,
  origin_hash: hash,
}: ClusterRow): ClusterOrigin | null {
  // All four are there, or none.
  return cluster === null || position === null || revision === null || hash === null
    ? null
    : { cluster, position, revision, hash: hash.toString('hex') };
}

/** The budget as it stands in a cluster's row. */
export function traceBudgetOf({
  trace_keep: keep,
  trace_nodes: nodes,
}: Pick<ClusterRow, 'trace_keep' | 'trace_nodes'>): TraceBudget {
  return nodes === null ? { keep } : { keep, nodes };
}
