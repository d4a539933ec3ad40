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

/** A binding, and what `waits` says of it: see `WaitRow`. */
function waitsOf(frame: Frame): { readonly sql: string; readonly values: unknown[] } {
  const { at: decidedAt, where, values } = decisionsOf(frame);
  // What another scheduler bound was judged later.
  const at = `CASE WHEN d.outcome = 'observed' THEN (d.observed ->> 'at')::timestamptz ELSE ${decidedAt} END`;
  const sql = `SELECT d.pod_namespace AS namespace, d.pod_uid AS uid, p.name AS profile,
       greatest(0, round(extract(epoch FROM ${at} - d.pod_created_at) * 1000)) AS wait
     FROM decisions d LEFT JOIN profiles p ON p.cluster_id = d.cluster_id AND p.digest = d.profile_digest
     WHERE ${where} AND d.outcome IN ('scheduled', 'observed') AND d.pod_created_at IS NOT NULL`;
  return { sql, values };
}

/** In no order. */
export function streamWaits(tx: Transaction, frame: Frame): AsyncIterable<WaitRow[]> {
  const { sql, values } = waitsOf(frame);
  return tx.stream<WaitRow>(sql, values, BATCH);
}

/** A wait, or the creation of a pod in the frame with the priority that it had then. */
export interface WaitOrCreation extends Readonly<Record<string, unknown>> {
  readonly uid: string;
  /** Null of a creation. */
  readonly wait: string | null;
  /** Null of a wait, and of a pod that was created without one. */
  readonly priority: string | null;
}

/**
 * The priority of a pod in its canonical JSON: parsing all of it takes ten times as long. Quotes in texts are escaped,
 * so what is found is a key; where it is one twice, one may be that of a label.
 */
const PRIORITY = `CASE WHEN split_part(text, '"priority":', 3) = ''
  THEN substring(left(split_part(text, '"priority":', 2), 11) FROM '^-?[0-9]+')
  ELSE text::json #>> '{spec,priority}' END`;

/** Pod by pod: its creations in the frame, the last one last, then its waits. PostgreSQL sorts, on disk if it must. */
export function streamWaitsOfPods(tx: Transaction, frame: Frame): AsyncIterable<WaitOrCreation[]> {
  const { sql, values } = waitsOf(frame);
  const [after, upTo] = [frame.after, frame.upTo].map((position) => `$${values.push(String(position))}`);
  return tx.stream<WaitOrCreation>(
    `SELECT uid, wait, priority FROM (
       SELECT uid, wait::text, NULL AS priority, NULL AS position FROM (${sql}) w
       UNION ALL
       SELECT uid, NULL, ${PRIORITY}, position FROM (
         SELECT uid, position, convert_from(body, 'UTF8') AS text FROM changes
         WHERE cluster_id = $1 AND position > ${after} AND position <= ${upTo}
           AND kind = 'Pod' AND op = 'create' OFFSET 0) created) rows
     ORDER BY uid, position NULLS LAST`,
    values,
    BATCH,
  );
}
