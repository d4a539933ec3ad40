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

/** A version as it was stored. */
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

/** Every version that was made or used, by name, the latest first. */
export async function listVersions(
  tx: Transaction,
  clusterId: string,
  { name, digest }: VersionSelection = {},
): Promise<KeptVersion[]> {
  const rows = await tx.prisma.profile.findMany({
    where: {
      clusterId,
      ...(name === undefined ? {} : { name }),
      ...(digest === undefined ? {} : { digest: Buffer.from(digest, 'hex') }),
    },
    orderBy: [{ name: 'asc' }, { version: 'desc' }],
  });
  const engines = await enginesOf(tx, rows);
  return rows.map((row) => ({
    name: row.name,
    version: row.version,
    digest: hexOf(row.digest),
    config: row.config as unknown as KeptVersion['config'],
    createdAt: row.createdAt.toISOString(),
    engine: row.engineDigest === null ? null : (engines.get(hexOf(row.engineDigest)) ?? null),
  }));
}

/** The engines that versions are of, by their digests; one that is not noted has no version. */
async function enginesOf(
  tx: Transaction,
  rows: readonly { readonly engineDigest: Uint8Array<ArrayBuffer> | null }[],
): Promise<Map<string, EngineRef>> {
  const digests = new Map(rows.flatMap(({ engineDigest: one }) => (one === null ? [] : [[hexOf(one), one] as const])));
  if (digests.size === 0) return new Map();
  const engines = await tx.prisma.engine.findMany({ where: { digest: { in: [...digests.values()] } } });
  const versions = new Map(engines.map(({ digest, version }) => [hexOf(digest), version]));
  return new Map([...digests.keys()].map((digest) => [digest, { digest, version: versions.get(digest) ?? null }]));
}

function hexOf(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('hex');
}
