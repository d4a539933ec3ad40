import type { Transaction } from '#database';

/** A decision that was seen, and nothing stands beside yet. */
export interface StoredObservation {
  /** Of the change that shows it. */
  readonly position: bigint;
  readonly kind: 'bound' | 'failed' | 'evicted';
  readonly pod: { readonly namespace: string; readonly name: string; readonly uid: string };
  /** When it was seen. */
  readonly at: Date;
  readonly listed: boolean;
  /** When it was stored; null where the log does not have the change any more. */
  readonly storedAt: Date | null;
  /** The object after the change, and its kind; null where the log does not have it any more. */
  readonly shownBy: { readonly kind: string; readonly text: string } | null;
}

interface ObservationRow extends Record<string, unknown> {
  readonly position: string;
  readonly kind: StoredObservation['kind'];
  readonly namespace: string;
  readonly name: string;
  readonly uid: string;
  readonly at: Date;
  readonly listed: boolean;
  readonly stored_at: Date | null;
  readonly from_kind: string | null;
  readonly text: string | null;
}

/** The first decisions that nothing stands beside, in the order of the log. */
export async function readObservations(
  tx: Transaction,
  clusterId: string,
  limit: number,
): Promise<StoredObservation[]> {
  const rows = await tx.query<ObservationRow>(
    `SELECT o.position, o.kind, o.namespace, o.name, o.uid, o.at, o.listed, c.at AS stored_at, c.kind AS from_kind,
       convert_from(c.body, 'UTF8') AS text
     FROM mirror_observations o
     LEFT JOIN changes c ON c.cluster_id = o.cluster_id AND c.position = o.position
     WHERE o.cluster_id = $1 ORDER BY o.position LIMIT $2`,
    [clusterId, limit],
  );
  return rows.map(
    ({ position, kind, namespace, name, uid, at, listed, stored_at: storedAt, from_kind: from, text }) => ({
      ...{ position: BigInt(position), kind, pod: { namespace, name, uid }, at, listed, storedAt },
      shownBy: from === null || text === null ? null : { kind: from, text },
    }),
  );
}

/** Removes them, for something stands beside them now; false, and nothing is done, where another has. */
export async function settleObservations(
  tx: Transaction,
  clusterId: string,
  positions: readonly bigint[],
): Promise<boolean> {
  const values = [clusterId, positions];
  const which = 'cluster_id = $1 AND position = ANY($2::bigint[])';
  const there = await tx.query(`SELECT position FROM mirror_observations WHERE ${which} FOR UPDATE`, values);
  if (there.length < positions.length) return false;
  await tx.execute(`DELETE FROM mirror_observations WHERE ${which}`, values);
  return true;
}

/** The clusters that have decisions that nothing stands beside. */
export async function observedClusters(tx: Transaction): Promise<string[]> {
  const rows = await tx.query<{ cluster_id: string }>(
    `SELECT DISTINCT o.cluster_id FROM mirror_observations o JOIN clusters c ON c.id = o.cluster_id
     WHERE c.deleted_at IS NULL`,
  );
  return rows.map(({ cluster_id: id }) => id);
}

/** How what is seen in a cluster is judged. */
export interface ObservationSettings {
  readonly traces: string;
  readonly windowMs: number;
  /**
   * Kinds whose lists are under way: what their objects say together is not known yet. Lists of a mirror that is gone
   * have no end.
   */
  readonly listing: readonly string[];
}

/** Undefined where the cluster follows none any more. */
export async function readObservationSettings(
  tx: Transaction,
  clusterId: string,
): Promise<ObservationSettings | undefined> {
  const [row] = await tx.query<{ traces: string; window_ms: number; listing: string[] }>(
    `SELECT traces, window_ms, CASE WHEN lapses_at > $2 THEN listing ELSE '{}' END AS listing
     FROM cluster_mirrors WHERE cluster_id = $1`,
    [clusterId, tx.now],
  );
  return row && { traces: row.traces, windowMs: row.window_ms, listing: row.listing };
}

/** A change of the log that is near a decision. */
export interface NearbyChange {
  readonly position: bigint;
  readonly op: string;
  readonly kind: string;
  /** When the source was seen to say it; null where no mirror made it. */
  readonly at: Date | null;
  /** Of a pod that is there: as it is after it. */
  readonly text: string | null;
}

/** The changes of these kinds between two positions, in the order of the log. */
export async function changesBetween(
  tx: Transaction,
  clusterId: string,
  { after, before, kinds }: { readonly after: bigint; readonly before: bigint; readonly kinds: readonly string[] },
): Promise<NearbyChange[]> {
  const rows = await tx.query<{ position: string; op: string; kind: string; at: string | null; text: string | null }>(
    `SELECT position, op, kind, cause::jsonb #>> '{source,at}' AS at,
       CASE WHEN kind = 'Pod' AND op IN ('create', 'update') THEN convert_from(body, 'UTF8') END AS text
     FROM changes WHERE cluster_id = $1 AND position > $2 AND position < $3 AND kind = ANY($4) ORDER BY position`,
    [clusterId, after, before, kinds],
  );
  return rows.map(({ position: at, op, kind, at: seen, text }) => {
    return { position: BigInt(at), op, kind, text, at: seen === null ? null : new Date(seen) };
  });
}
