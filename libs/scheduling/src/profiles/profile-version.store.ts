import type { ProfileRef } from '#audit';
import type { Transaction } from '#database';
import { engineDigest, engineVersion } from './engine-digest.js';
import type { EngineRef } from './profile.js';

/** Finds a profile as it was used before, or keeps it as the next version of its name. The digest decides. */
export async function keepProfile(
  tx: Transaction,
  clusterId: string,
  profile: { readonly name: string; readonly digest: Uint8Array; readonly config: unknown },
): Promise<ProfileRef> {
  const digest = Buffer.from(profile.digest);
  await tx.execute('INSERT INTO engines (digest, version, first_used_at) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING', [
    engineDigest(),
    engineVersion(),
    tx.at,
  ]);
  await tx.execute(
    `INSERT INTO profiles (cluster_id, name, version, digest, config, created_at, engine_digest)
     SELECT $1, $2, coalesce(max(version), 0) + 1, $3, $4, $5, $6 FROM profiles WHERE cluster_id = $1 AND name = $2
     ON CONFLICT DO NOTHING`,
    [clusterId, profile.name, digest, JSON.stringify(profile.config), tx.at, engineDigest()],
  );
  const rows = await tx.query<{ version: number }>(
    'SELECT version FROM profiles WHERE cluster_id = $1 AND digest = $2',
    [clusterId, digest],
  );
  const row = rows[0];
  if (row === undefined) return keepProfile(tx, clusterId, profile);
  return { name: profile.name, version: row.version, digest: digest.toString('hex') };
}

/** A version as it was kept. */
export interface KeptVersion extends ProfileRef {
  readonly config: { readonly source: object; readonly effective: unknown };
  readonly createdAt: string;
  readonly engine: EngineRef | null;
}

/** Which versions: all of the cluster, of one name, or the one of a digest. */
export interface VersionSelection {
  readonly name?: string;
  /** Hexadecimal. */
  readonly digest?: string;
}

interface VersionRow extends Record<string, unknown> {
  readonly name: string;
  readonly version: number;
  readonly digest: Buffer;
  readonly config: KeptVersion['config'];
  readonly created_at: Date;
  readonly engine_digest: Buffer | null;
  readonly engine_version: string | null;
}

/** Every version that was made or used, by name, the latest first. */
export async function listVersions(
  tx: Transaction,
  clusterId: string,
  { name, digest }: VersionSelection = {},
): Promise<KeptVersion[]> {
  const rows = await tx.query<VersionRow>(
    `SELECT p.name, p.version, p.digest, p.config, p.created_at, p.engine_digest, e.version AS engine_version
     FROM profiles p LEFT JOIN engines e ON e.digest = p.engine_digest
     WHERE p.cluster_id = $1 AND ($2::text IS NULL OR p.name = $2) AND ($3::bytea IS NULL OR p.digest = $3) ORDER BY p.name, p.version DESC`,
    [clusterId, name ?? null, digest === undefined ? null : Buffer.from(digest, 'hex')],
  );
  return rows.map((row) => ({
    name: row.name,
    version: row.version,
    digest: row.digest.toString('hex'),
    config: row.config,
    createdAt: row.created_at.toISOString(),
    engine: engineOf(row),
  }));
}

function engineOf({ engine_digest: digest, engine_version: version }: VersionRow): EngineRef | null {
  return digest === null ? null : { digest: digest.toString('hex'), version };
}
