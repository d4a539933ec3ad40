import type { Transaction } from '#database';
import type { LogOrigin } from '#ledger';

interface OriginRow extends Record<string, unknown> {
  readonly origin_cluster_id: string | null;
  readonly origin_position: string | null;
  readonly origin_revision: string | null;
  readonly origin_hash: Buffer | null;
}

/** What a fork's row says of where it left its origin; null of what is no fork. */
export async function readOrigin(tx: Transaction, clusterId: string): Promise<LogOrigin | null> {
  const [row] = await tx.query<OriginRow>(
    'SELECT origin_cluster_id, origin_position, origin_revision, origin_hash FROM clusters WHERE id = $1',
    [clusterId],
  );
  const {
    origin_cluster_id: cluster = null,
    origin_position: position = null,
    origin_revision: revision = null,
    origin_hash: hash = null,
  } = row ?? {};
  if (cluster === null || position === null || revision === null || hash === null) return null;
  return { cluster, position: BigInt(position), revision: BigInt(revision), hash };
}

/** The body of the first note of a kind, or of a kind and name, in a cluster's log; undefined where there is none. */
export async function readNoteText(
  tx: Transaction,
  clusterId: string,
  { kind, name }: { readonly kind: string; readonly name?: string },
): Promise<string | undefined> {
  const [row] = await tx.query<{ body: Buffer }>(
    `SELECT body FROM changes WHERE cluster_id = $1 AND op = 'note' AND kind = $2 AND ($3::text IS NULL OR name = $3)
     ORDER BY position LIMIT 1`,
    [clusterId, kind, name ?? null],
  );
  return row?.body.toString('utf8');
}
