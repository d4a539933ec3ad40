import type { Agreement } from '#audit';
import type { Transaction } from '#database';
import { decisionsOf, type Frame } from '../frames/index.js';

/** A decision of another scheduler as it is counted. */
export interface ObservedRow extends Readonly<Record<string, unknown>> {
  readonly namespace: string;
  readonly name: string;
  readonly uid: string;
  readonly isPending: boolean;
  readonly profile: string | null;
  readonly agreement: Agreement;
  readonly by: string;
  /** When it was seen, RFC 3339. */
  readonly seen: string;
  readonly node: string | null;
  readonly plugin: string | null;
  /** Of its node; null where that does not fit. */
  readonly total: number | null;
  /** Of Berth's node. */
  readonly best: number | null;
  readonly rank: number | null;
  /** Of more nodes that fit its scheduler looks at some. */
  readonly isSampled: boolean;
  readonly isEviction: boolean;
  /** It was judged on a state before the one that precedes it. */
  readonly isEarlier: boolean;
}

const BATCH = 2_000;

/** The decisions of other schedulers that were judged in a frame, as its reader sees them. */
export function streamObserved(tx: Transaction, frame: Frame): AsyncIterable<ObservedRow[]> {
  const { where, values } = decisionsOf(frame);
  return tx.stream<ObservedRow>(
    `SELECT d.pod_namespace AS namespace, d.pod_name AS name, d.pod_uid AS uid, d.outcome = 'pending' AS "isPending",
       p.name AS profile, d.observed ->> 'agreement' AS agreement, d.observed ->> 'by' AS by,
       d.observed ->> 'at' AS seen, d.node_name AS node, d.observed ->> 'plugin' AS plugin,
       (d.observed ->> 'total')::float8 AS total, (d.observed ->> 'ownTotal')::float8 AS best,
       (d.observed ->> 'rank')::int AS rank, d.observed ->> 'looksFor' IS NOT NULL AS "isSampled",
       d.observed -> 'eviction' IS NOT NULL AS "isEviction", (d.observed ->> 'changesBefore')::int > 0 AS "isEarlier"
     FROM decisions d LEFT JOIN profiles p ON p.cluster_id = d.cluster_id AND p.digest = d.profile_digest
     WHERE ${where} AND d.observed IS NOT NULL`,
    values,
    BATCH,
  );
}
