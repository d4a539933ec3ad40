import type { Transaction } from '#database';
import { decisionsOf, type Frame } from '../frames/index.js';

/** A binding of a pod whose creation is known. */
export interface WaitRow extends Readonly<Record<string, unknown>> {
  readonly namespace: string;
  readonly uid: string;
  readonly profile: string | null;
  /** Milliseconds; a decimal integer. */
  readonly wait: string;
}

const BATCH = 2_000;

/** In no order. */
export function streamWaits(tx: Transaction, frame: Frame): AsyncIterable<WaitRow[]> {
  const { at: decidedAt, where, values } = decisionsOf(frame);
  // What another scheduler bound was judged later.
  const at = `CASE WHEN d.outcome = 'observed' THEN (d.observed ->> 'at')::timestamptz ELSE ${decidedAt} END`;
  return tx.stream<WaitRow>(
    `SELECT d.pod_namespace AS namespace, d.pod_uid AS uid, p.name AS profile,
       greatest(0, round(extract(epoch FROM ${at} - d.pod_created_at) * 1000)) AS wait
     FROM decisions d LEFT JOIN profiles p ON p.cluster_id = d.cluster_id AND p.digest = d.profile_digest
     WHERE ${where} AND d.outcome IN ('scheduled', 'observed') AND d.pod_created_at IS NOT NULL`,
    values,
    BATCH,
  );
}

/** Pods that were created in a frame, with the priority that they had then. */
export function readMadePods(
  tx: Transaction,
  { cluster, after, upTo }: Frame,
): Promise<{ readonly uid: string; readonly priority: string | null }[]> {
  return tx.query<{ uid: string; priority: string | null }>(
    `SELECT uid, convert_from(body, 'UTF8')::jsonb #>> '{spec,priority}' AS priority FROM changes
     WHERE cluster_id = $1 AND position > $2 AND position <= $3 AND kind = 'Pod' AND op = 'create'`,
    [cluster.id, String(after), String(upTo)],
  );
}
