import type { Transaction } from '#database';
import { decisionsOf, type Frame } from '../frames/index.js';

/** An attempt as it is counted. */
export interface DecisionRow extends Readonly<Record<string, unknown>> {
  readonly namespace: string;
  readonly uid: string;
  readonly outcome: string;
  readonly profile: string | null;
  /** How many. */
  readonly victims: number;
  /** Nodes with the highest score; null where none was feasible. */
  readonly ties: number | null;
  /** A decimal integer; null where no other node was feasible. */
  readonly margin: string | null;
  /** JSON; empty where it was not asked for. */
  readonly rejections: string;
}

const BATCH = 2_000;

/** The attempts of a frame that its reader sees. */
export function streamDecisions(
  tx: Transaction,
  frame: Frame,
  { withRejections }: { readonly withRejections: boolean },
): AsyncIterable<DecisionRow[]> {
  const { where, values } = decisionsOf(frame);
  return tx.stream<DecisionRow>(
    `SELECT d.pod_namespace AS namespace, d.pod_uid AS uid, d.outcome, p.name AS profile,
       jsonb_array_length(d.victims) AS victims, d.best_ties AS ties,
       CASE WHEN d.runner_up_total IS NOT NULL THEN d.best_total - d.runner_up_total END AS margin,
       ${withRejections ? 'd.rejections::text' : "''"} AS rejections
     FROM decisions d LEFT JOIN profiles p ON p.cluster_id = d.cluster_id AND p.digest = d.profile_digest
     WHERE ${where}`,
    values,
    BATCH,
  );
}
