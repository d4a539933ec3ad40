import type { Rejection } from '#audit';
import type { Transaction } from '#database';

/** A pod that is on no node and not finished, with what was last decided about it, dry runs apart. */
export interface PendingPod {
  readonly namespace: string;
  readonly name: string;
  readonly uid: string;
  /** When it was made. */
  readonly since: Date;
  readonly state: PendingState;
  /** `<run>.<ordinal>`; null when nothing was. */
  readonly decision: string | null;
  /** The same list for all pods that have it. */
  readonly rejections: readonly Rejection[];
}

/**
 * Why a pod is pending: one of these, the first that is so. It has scheduling gates; nothing was decided about it since
 * it has none; preemption frees resources for it; or as its last attempt ended.
 */
export const PENDING_STATES = ['gated', 'neverTried', 'nominated', 'unschedulable', 'error', 'skipped'] as const;
export type PendingState = (typeof PENDING_STATES)[number];

interface PendingRow extends Readonly<Record<string, unknown>> {
  readonly namespace: string;
  readonly name: string;
  readonly uid: string;
  readonly since: Date;
  readonly state: PendingState;
  readonly decision: string | null;
  readonly rejections: string | null;
}

const BATCH = 2_000;

/** A last attempt that found gates says nothing of a pod without them. */
const SQL = `SELECT p.namespace, p.name, p.uid, p.created_at AS since,
    CASE WHEN jsonb_array_length(coalesce(p.manifest #> '{spec,schedulingGates}', '[]')) > 0 THEN 'gated'
      WHEN d.outcome IS NULL OR d.outcome = 'gated' THEN 'neverTried'
      WHEN p.nominated_node IS NOT NULL THEN 'nominated'
      WHEN d.outcome IN ('error', 'skipped') THEN d.outcome ELSE 'unschedulable' END AS state,
    d.run_id || '.' || d.ordinal AS decision, d.rejections::text AS rejections
  FROM pods p LEFT JOIN LATERAL (
    SELECT run_id, ordinal, outcome, rejections FROM decisions d WHERE d.cluster_id = $1
      AND d.pod_namespace = p.namespace AND d.pod_name = p.name AND d.pod_uid = p.uid
    ORDER BY d.run_id DESC, d.ordinal DESC LIMIT 1) d ON true
  WHERE p.cluster_id = $1 AND p.node_name IS NULL AND p.phase NOT IN ('Succeeded', 'Failed')
  ORDER BY p.created_at, p.namespace, p.name`;

/** All pending pods of a cluster, the oldest first. */
export async function readPendingPods(tx: Transaction, clusterId: string): Promise<PendingPod[]> {
  const known = new Map<string, readonly Rejection[]>();
  const found: PendingPod[] = [];
  for await (const rows of tx.stream<PendingRow>(SQL, [clusterId], BATCH)) {
    for (const { rejections: text, ...row } of rows) {
      let rejections = known.get(text ?? '[]');
      if (rejections === undefined)
        known.set(text ?? '[]', (rejections = JSON.parse(text ?? '[]') as readonly Rejection[]));
      found.push({ ...row, rejections });
    }
  }
  return found;
}
