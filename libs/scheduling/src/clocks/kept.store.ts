import type { Transaction } from '#database';
import { keptAfter, type KeptDifference, type KeptState, type LivingCluster } from '#living';

/** What is stored of what a cluster keeps, in characters: all of it, and what has changed in it since. */
export interface StoredKept {
  readonly whole: number;
  readonly since: number;
}

/** A cluster, and what is stored of what it keeps. */
export interface KeptCluster {
  readonly living: Pick<LivingCluster, 'keep' | 'takeKeptDifference'>;
  stored: StoredKept;
}

/** All of it is written next. */
export const NOT_STORED: StoredKept = { whole: 0, since: 0 };

/** What a cluster is beside its objects, at a version of its clock; null until time has passed for the first time. */
export async function readKept(
  tx: Transaction,
  { clusterId, version }: { readonly clusterId: string; readonly version: bigint },
): Promise<KeptState | null> {
  const [row] = await tx.query<{ kept: string | null }>('SELECT kept FROM cluster_clocks WHERE cluster_id = $1', [
    clusterId,
  ]);
  if (row?.kept == null) return null;
  const rows = await tx.query<{ version: string; body: string }>(
    'SELECT version, body FROM clock_differences WHERE cluster_id = $1 ORDER BY version',
    [clusterId],
  );
  const kept = JSON.parse(row.kept) as KeptState;
  // A process of an earlier release writes the whole, and leaves differences to an older one.
  if (String(rows.at(-1)?.version) !== String(version)) return kept;
  return keptAfter(
    kept,
    rows.map(({ body }) => JSON.parse(body) as KeptDifference),
  );
}

/** The controllers of it that were stopped: the last difference says them, where there is one. */
export async function readStopped(tx: Transaction, clusterId: string): Promise<KeptState['stopped']> {
  const [row] = await tx.query<{ stopped: KeptState['stopped'] | null }>(
    `SELECT coalesce(
       (SELECT body FROM clock_differences d WHERE d.cluster_id = k.cluster_id AND d.version = k.version), kept
     )::json->'stopped' AS stopped
     FROM cluster_clocks k WHERE cluster_id = $1`,
    [clusterId],
  );
  return row?.stopped ?? [];
}

/**
 * Writes what a cluster keeps: what has changed in it, until that is as much as the whole, which is written then. So
 * a moment costs what happens in it, on the average, and a process that takes over reads at most twice the whole.
 * Not with Prisma, which holds on to the arguments of its last hundred statements: these may be megabytes.
 */
export async function storeKept(
  tx: Transaction,
  { clusterId, version }: { readonly clusterId: string; readonly version: bigint },
  state: KeptCluster,
): Promise<void> {
  const { living, stored } = state;
  const difference = JSON.stringify(living.takeKeptDifference());
  if (stored.whole > 0 && stored.since + difference.length <= stored.whole) {
    await insertDifference(tx, { clusterId, version, difference });
    state.stored = { ...stored, since: stored.since + difference.length };
    return;
  }
  const whole = JSON.stringify(living.keep());
  await tx.query('UPDATE cluster_clocks SET kept = $2 WHERE cluster_id = $1', [clusterId, whole]);
  await tx.query('DELETE FROM clock_differences WHERE cluster_id = $1', [clusterId]);
  // A small one, for those who ask for what stands in each.
  const none = JSON.stringify(living.takeKeptDifference());
  await insertDifference(tx, { clusterId, version, difference: none });
  state.stored = { whole: whole.length, since: none.length };
}

async function insertDifference(
  tx: Transaction,
  {
    clusterId,
    version,
    difference,
  }: { readonly clusterId: string; readonly version: bigint; readonly difference: string },
): Promise<void> {
  await tx.query('INSERT INTO clock_differences (cluster_id, version, body) VALUES ($1, $2, $3)', [
    clusterId,
    version,
    difference,
  ]);
}
