import type { Transaction } from '#database';
import { decisionsOf, type Frame } from '../frames/index.js';

/** Bindings of pods whose creation is known, that are alike in what they are grouped by and waited equally long. */
export interface WaitRow extends Readonly<Record<string, unknown>> {
  /** Null where nothing is grouped by it. */
  readonly namespace: string | null;
  readonly profile: string | null;
  /** Milliseconds; a decimal integer. */
  readonly wait: string;
  readonly bindings: number;
}

const BATCH = 2_000;

/** A binding, its pod and its wait. */
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

/** In no order. PostgreSQL counts: half a million bindings differ in a few thousand waits. */
export function streamWaits(
  tx: Transaction,
  frame: Frame,
  by: { readonly namespace: boolean; readonly profile: boolean },
): AsyncIterable<WaitRow[]> {
  const { sql, values } = waitsOf(frame);
  const [namespace, profile] = [by.namespace ? 'namespace' : 'NULL', by.profile ? 'profile' : 'NULL'];
  return tx.stream<WaitRow>(
    `SELECT ${namespace} AS namespace, ${profile} AS profile, wait::text, count(*)::int AS bindings
     FROM (${sql}) w GROUP BY 1, 2, 3`,
    values,
    BATCH,
  );
}

/** Bindings that waited equally long of pods with one priority, or of one pod that was created before the frame. */
export interface PriorityWaitRow extends Readonly<Record<string, unknown>> {
  /** When the pod was created last in the frame; null where it was not. */
  readonly priority: string | null;
  /** Null where it was. */
  readonly uid: string | null;
  readonly wait: string;
  readonly bindings: number;
}

/**
 * The priority of a pod in its canonical JSON: parsing all of it takes ten times as long. Quotes in texts are escaped,
 * so what is found is a key; where it is one twice, one may be that of a label.
 */
const PRIORITY = `CASE WHEN split_part(text, '"priority":', 3) = ''
  THEN substring(left(split_part(text, '"priority":', 2), 11) FROM '^-?[0-9]+')
  ELSE text::json #>> '{spec,priority}' END`;

/** In no order. Each binding has the priority of the last creation of its pod; PostgreSQL sorts, on disk if it must. */
export function streamWaitsByPriority(tx: Transaction, frame: Frame): AsyncIterable<PriorityWaitRow[]> {
  const { sql, values } = waitsOf(frame);
  const [after, upTo] = [frame.after, frame.upTo].map((position) => `$${values.push(String(position))}`);
  return tx.stream<PriorityWaitRow>(
    `SELECT CASE WHEN created IS NOT NULL THEN coalesce(priority, '0') END AS priority,
       CASE WHEN created IS NULL THEN uid END AS uid, wait, count(*)::int AS bindings
     FROM (SELECT uid, wait, first_value(priority) OVER pod AS priority, first_value(position) OVER pod AS created
     FROM (
       SELECT uid, wait::text, NULL AS priority, NULL AS position FROM (${sql}) w
       UNION ALL
       SELECT uid, NULL, ${PRIORITY}, position FROM (
         SELECT uid, position, convert_from(body, 'UTF8') AS text FROM changes
         WHERE cluster_id = $1 AND position > ${after} AND position <= ${upTo}
           AND kind = 'Pod' AND op = 'create' OFFSET 0) created) rows
       WINDOW pod AS (PARTITION BY uid ORDER BY position DESC NULLS LAST)) waits
     WHERE wait IS NOT NULL GROUP BY 1, 2, 3`,
    values,
    BATCH,
  );
}
