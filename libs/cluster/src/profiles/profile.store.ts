import type { ProfileRef } from '#audit';
import type { Transaction } from '#database';

/** Finds a profile as it was used before, or keeps it as the next version of its name. The digest decides. */
export async function keepProfile(
  tx: Transaction,
  clusterId: string,
  profile: { readonly name: string; readonly digest: Uint8Array; readonly config: unknown },
): Promise<ProfileRef> {
  const digest = Buffer.from(profile.digest);
  await tx.execute(
    `INSERT INTO profiles (cluster_id, name, version, digest, config, created_at)
     SELECT $1, $2, coalesce(max(version), 0) + 1, $3, $4, $5 FROM profiles WHERE cluster_id = $1 AND name = $2
     ON CONFLICT DO NOTHING`,
    [clusterId, profile.name, digest, JSON.stringify(profile.config), tx.at],
  );
  const rows = await tx.query<{ version: number }>('SELECT version FROM profiles WHERE cluster_id = $1 AND digest = $2', [clusterId, digest]);
  const row = rows[0];
  if (row === undefined) return keepProfile(tx, clusterId, profile);
  return { name: profile.name, version: row.version, digest: digest.toString('hex') };
}

/** A profile that the cluster knows, in its latest version. */
export interface KnownProfile extends ProfileRef {
  readonly config: unknown;
  readonly createdAt: string;
}

/** By name; every version, latest first, or the latest only. */
export async function listProfiles(tx: Transaction, clusterId: string, { latestOnly }: { readonly latestOnly: boolean }): Promise<KnownProfile[]> {
  const rows = await tx.query<{ name: string; version: number; digest: Buffer; config: unknown; created_at: Date }>(
    `SELECT ${latestOnly ? 'DISTINCT ON (name)' : ''} name, version, digest, config, created_at FROM profiles
     WHERE cluster_id = $1 ORDER BY name, version DESC`,
    [clusterId],
  );
  return rows.map((row) => ({ ...row, digest: row.digest.toString('hex'), createdAt: row.created_at.toISOString() }));
}
