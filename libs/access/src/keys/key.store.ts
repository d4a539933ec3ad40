import type { Role, Transaction } from '#database';

/** A key as it is stored; of its secret there is the hash alone. */
export interface KeyRow {
  readonly id: string;
  readonly teamId: string;
  readonly name: string;
  readonly secretHash: Uint8Array;
  readonly roles: readonly Role[];
  readonly clusterId: string | null;
  readonly namespace: string | null;
  readonly createdAt: Date;
  readonly createdBy: string;
  readonly expiresAt: Date | null;
  readonly lastUsedAt: Date | null;
  readonly revokedAt: Date | null;
}

/** A key that serves to authenticate, with what it is good for. */
export interface KnownKey extends KeyRow {
  readonly teamName: string;
}

/** Stores a new key. */
export async function insertKey(tx: Transaction, row: Omit<KeyRow, 'lastUsedAt' | 'revokedAt'>): Promise<void> {
  await tx.prisma.apiKey.create({
    data: { ...row, roles: [...row.roles], secretHash: Uint8Array.from(row.secretHash) },
  });
}

/** The key of an id, revoked and expired ones too; undefined where there is none. */
export async function findKey(tx: Transaction, id: string): Promise<KnownKey | undefined> {
  const row = await tx.prisma.apiKey.findUnique({ where: { id }, include: { team: true } });
  if (row === null) return undefined;
  const { team, ...key } = row;
  return { ...key, roles: key.roles as Role[], teamName: team.name };
}

/** The keys of a team, by id, from behind one on. */
export async function listKeys(
  tx: Transaction,
  teamId: string,
  { after, limit }: { readonly after?: string; readonly limit: number },
): Promise<KeyRow[]> {
  const rows = await tx.prisma.apiKey.findMany({
    where: { teamId, ...(after !== undefined && { id: { gt: after } }) },
    orderBy: { id: 'asc' },
    take: limit,
  });
  return rows.map((row) => ({ ...row, roles: row.roles as Role[] }));
}

/** How many keys of a name are valid now. */
export function countLiveKeys(tx: Transaction, teamId: string, name: string): Promise<number> {
  return tx.prisma.apiKey.count({
    where: { teamId, name, revokedAt: null, OR: [{ expiresAt: null }, { expiresAt: { gt: tx.now } }] },
  });
}

/** Notes when a key was revoked: it stays, and is valid no longer. */
export async function revokeKey(tx: Transaction, id: string): Promise<void> {
  await tx.prisma.apiKey.update({ where: { id }, data: { revokedAt: tx.now } });
}

/** Notes that keys were used. */
export async function touchKeys(tx: Transaction, ids: readonly string[]): Promise<void> {
  await tx.execute('UPDATE api_keys SET last_used_at = $2 WHERE id = ANY($1::text[])', [ids, tx.now]);
}

/** Holds the lock of those that provide the admin key until the transaction ends. */
export async function lockAdminKey(tx: Transaction): Promise<void> {
  await tx.query("SELECT pg_advisory_xact_lock(hashtext('berth_admin_key'), 0)");
}

/** Whether there is any key, of any team. */
export async function hasKeys(tx: Transaction): Promise<boolean> {
  return (await tx.prisma.apiKey.count()) > 0;
}
