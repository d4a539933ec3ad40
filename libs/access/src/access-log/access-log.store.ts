import type { Transaction } from '#database';
import { canonicalBytes, genesisHash } from '#ledger';
import { accessEntryHash } from './access-entry-hash.js';

/** What can change who may do what; `namespace.taken` is by creating it in the cluster of another team. */
export type AccessAction =
  | 'team.created'
  | 'member.added'
  | 'member.removed'
  | 'key.created'
  /** Of a key that was created before entries had the digest of its secret. */
  | 'key.noted'
  | 'key.revoked'
  | 'grant.created'
  | 'grant.removed'
  | 'namespace.given'
  | 'namespace.lost'
  | 'namespace.taken';

/** One change of access: what was done, of which team (UUID), and all that there is to say of it but secrets. */
export interface AccessChange {
  readonly action: AccessAction;
  readonly team: string;
  readonly details: Readonly<Record<string, unknown>>;
}

/** The same as it stands in the log: with who did it. */
export interface AccessEntry extends AccessChange {
  readonly sequence: string;
  readonly at: string;
  readonly actor: string;
  readonly principal: string;
  readonly requestId: string;
  /** Hexadecimal. */
  readonly hash: string;
}

interface Row {
  readonly sequence: string;
  readonly at: Date;
  readonly body: Buffer;
  readonly prev_hash: Buffer;
  readonly hash: Buffer;
}

/** Makes other changes of access wait until the transaction ends: what is read after it still holds at the write. */
export async function lockAccess(tx: Transaction): Promise<void> {
  await tx.query("SELECT pg_advisory_xact_lock(hashtext('berth_access_log'), 0)");
}

/** Appends to the one log of access, in the transaction that changes it: its writers are serialized. */
export async function logAccess(tx: Transaction, { action, team, details }: AccessChange): Promise<void> {
  await lockAccess(tx);
  // A statement of its own: the writer that held the lock before has committed by now.
  const [newest] = await tx.query<Pick<Row, 'sequence' | 'hash' | 'at'>>(
    'SELECT sequence, hash, at FROM access_log ORDER BY sequence DESC LIMIT 1',
  );
  const { actor, principal, requestId } = tx.caller;
  const sequence = BigInt(newest?.sequence ?? 0) + 1n;
  const prevHash = newest?.hash ?? genesisHash;
  const at = newest !== undefined && newest.at > tx.at ? newest.at : tx.at;
  const body = canonicalBytes({ action, team, actor, principal, requestId, details });
  await tx.execute('INSERT INTO access_log (sequence, at, body, prev_hash, hash) VALUES ($1, $2, $3, $4, $5)', [
    sequence,
    at,
    Buffer.from(body),
    Buffer.from(prevHash),
    Buffer.from(accessEntryHash({ sequence, at, body, prevHash })),
  ]);
}

/** A version of all access: while it is the same, no access has changed. */
export async function accessVersion(tx: Transaction): Promise<string> {
  const [newest] = await tx.query<Pick<Row, 'sequence'>>(
    'SELECT sequence FROM access_log ORDER BY sequence DESC LIMIT 1',
  );
  return newest?.sequence ?? '0';
}

/** Entries about clusters of a team: its auditors see what its admins share, and with whom. */
const OF_ITS_CLUSTERS = `convert_from(body, 'UTF8')::json ->> 'action' ~ '^(grant|namespace)[.]'
  AND convert_from(body, 'UTF8')::json -> 'details' ->> 'cluster'
    IN (SELECT id::text FROM clusters WHERE team_id::text = $1)`;

/** Entries about a team or its clusters, or about all teams, newest first, from before a sequence number on. */
export async function readAccessLog(
  tx: Transaction,
  { team, before, limit }: { readonly team?: string; readonly before?: string; readonly limit: number },
): Promise<AccessEntry[]> {
  const rows = await tx.query<Row>(
    `SELECT sequence, at, body, prev_hash, hash FROM access_log
     WHERE ($1::text IS NULL OR convert_from(body, 'UTF8')::json ->> 'team' = $1 OR (${OF_ITS_CLUSTERS}))
       AND ($2::bigint IS NULL OR sequence < $2) ORDER BY sequence DESC LIMIT $3`,
    [team ?? null, before ?? null, limit],
  );
  return rows.map(({ sequence, at, body, hash }) => ({
    sequence,
    at: at.toISOString(),
    hash: hash.toString('hex'),
    ...(JSON.parse(body.toString()) as Omit<AccessEntry, 'sequence' | 'at' | 'hash'>),
  }));
}
