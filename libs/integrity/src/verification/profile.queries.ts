import type { Transaction } from '#database';
import type { KeptVersion } from '#scheduling';

/** A version of a profile as it is stored. */
export interface ProfileRow {
  readonly name: string;
  readonly version: number;
  readonly digest: Buffer;
  readonly config: KeptVersion['config'];
  /** The code that it decides with; null in versions that were kept before that was noted. */
  readonly engine: string | null;
}

/** All versions of a cluster's profiles, by name, the first of each first. */
export function readProfileRows(tx: Transaction, clusterId: string): Promise<ProfileRow[]> {
  return tx.query<ProfileRow & Record<string, unknown>>(
    `SELECT name, version, digest, config, encode(engine_digest, 'hex') AS engine FROM profiles WHERE cluster_id = $1
     ORDER BY name, version`,
    [clusterId],
  );
}

/** What each version of a cluster's profiles comes to, with its digest. */
export function readEffective(
  tx: Transaction,
  clusterId: string,
): Promise<{ readonly digest: Buffer; readonly effective: unknown }[]> {
  return tx.query<{ digest: Buffer; effective: unknown }>(
    "SELECT digest, config -> 'effective' AS effective FROM profiles WHERE cluster_id = $1",
    [clusterId],
  );
}

/** The digests of all engines that have decided here, hexadecimal. */
export async function readEngines(tx: Transaction): Promise<ReadonlySet<string>> {
  const rows = await tx.query<{ digest: string }>("SELECT encode(digest, 'hex') AS digest FROM engines");
  return new Set(rows.map(({ digest }) => digest));
}
