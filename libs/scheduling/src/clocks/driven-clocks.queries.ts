import { LEASE_IS_FREE, type Transaction } from '#database';

/** Takes the real clocks that no living process drives. */
export async function claimClocks(tx: Transaction, driver: string): Promise<void> {
  const others = await tx.query<{ driver: string }>(
    `SELECT DISTINCT c.driver FROM cluster_clocks c WHERE c.mode = 'real' AND c.driver <> $1::uuid`,
    [driver],
  );
  for (const other of others)
    await tx.execute(
      `UPDATE cluster_clocks SET driver = NULL WHERE mode = 'real' AND driver = $1::uuid AND ${LEASE_IS_FREE}`,
      [other.driver],
    );
  await tx.execute(
    `UPDATE cluster_clocks SET driver = $1::uuid WHERE cluster_id IN (
       SELECT c.cluster_id FROM cluster_clocks c JOIN clusters o ON o.id = c.cluster_id
       WHERE c.mode = 'real' AND c.driver IS NULL AND o.deleted_at IS NULL FOR UPDATE OF c SKIP LOCKED)`,
    [driver],
  );
}

/** A clock that a process drives. */
export interface DrivenClock {
  readonly clusterId: string;
  /** Of its head. */
  readonly revision: bigint;
  /** The controllers know all of the log. */
  readonly isCaughtUp: boolean;
  /** Counts what was written of the clock. */
  readonly version: bigint;
}

/** The clocks that a process drives. */
export async function drivenClocks(tx: Transaction, driver: string): Promise<readonly DrivenClock[]> {
  const rows = await tx.query<{ id: string; revision: string; caught_up: boolean; version: string }>(
    `SELECT c.cluster_id AS id, h.revision, h.position = c.position AS caught_up, c.version
     FROM cluster_clocks c JOIN cluster_heads h ON h.cluster_id = c.cluster_id JOIN clusters o ON o.id = c.cluster_id
     WHERE c.mode = 'real' AND c.driver = $1::uuid AND o.deleted_at IS NULL`,
    [driver],
  );
  return rows.map(({ id, revision, version, caught_up: isCaughtUp }) => {
    return { clusterId: id, revision: BigInt(revision), version: BigInt(version), isCaughtUp };
  });
}

/** Gives up all clocks of a process, so that another takes them at once. */
export async function releaseClocks(tx: Transaction, driver: string): Promise<void> {
  await tx.execute(`UPDATE cluster_clocks SET driver = NULL WHERE driver = $1::uuid`, [driver]);
}
