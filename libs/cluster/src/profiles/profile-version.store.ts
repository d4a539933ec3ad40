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

/** A version as it was kept. */
export interface KeptVersion extends ProfileRef {
  readonly config: { readonly source: object; readonly effective: unknown };
  readonly createdAt: string;
}

/** Which versions: all of the cluster, of one name, or the one of a digest. */
export interface VersionSelection {
  readonly name?: string;
  /** Hexadecimal. */
  readonly digest?: string;
}

/** Every version that was made or used, by name, the latest first. */
export async function listVersions(tx: Transaction, clusterId: string, { name, digest }: VersionSelection = {}): Promise<KeptVersion[]> {
  const rows = await tx.query<{ name: string; version: number; digest: Buffer; config: KeptVersion['config']; created_at: Date }>(
    `SELECT name, version, digest, config, created_at FROM profiles
     WHERE cluster_id = $1 AND ($2::text IS NULL OR name = $2) AND ($3::bytea IS NULL OR digest = $3) ORDER BY name, version DESC`,
    [clusterId, name ?? null, digest === undefined ? null : Buffer.from(digest, 'hex')],
  );
  return rows.map(({ created_at, ...row }) => ({ ...row, digest: row.digest.toString('hex'), createdAt: created_at.toISOString() }));
}
