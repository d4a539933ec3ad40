import type { Rejection } from '#audit';
import type { Transaction } from '#database';
import { timeOf, type Frame } from '../frames/index.js';

/** What was last decided about a pod, and how often it was tried. */
export interface LastDecision extends Readonly<Record<string, unknown>> {
  readonly uid: string;
  readonly at: Date;
  readonly outcome: string;
  readonly evaluated: number;
  readonly rejections: readonly Rejection[];
  readonly attempts: number;
}

/** Of these pods, up to the end of the frame. */
export function readLastDecisions(
  tx: Transaction,
  { cluster, last }: Frame,
  pods: readonly { readonly namespace: string; readonly name: string; readonly uid: string }[],
): Promise<LastDecision[]> {
  const at = timeOf(cluster.hasClock, 'd');
  return tx.query<LastDecision>(
    `SELECT p.uid, d.at, d.outcome, d.evaluated, d.rejections, d.attempts
     FROM jsonb_to_recordset($2::jsonb) AS p(namespace text, name text, uid text)
     CROSS JOIN LATERAL (SELECT ${at} AS at, d.outcome, d.nodes_evaluated AS evaluated, d.rejections,
         (count(*) OVER ())::int AS attempts
       FROM decisions d WHERE d.cluster_id = $1 AND d.pod_namespace = p.namespace AND d.pod_name = p.name
         AND d.pod_uid = p.uid AND ${at} <= $3
       ORDER BY d.run_id DESC, d.ordinal DESC LIMIT 1) d`,
    [cluster.id, JSON.stringify(pods.map(({ namespace, name, uid }) => ({ namespace, name, uid }))), last],
  );
}
