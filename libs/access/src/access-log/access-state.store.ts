import { createHash } from 'node:crypto';
import type { Transaction } from '#database';
import { logAccess } from './access-log.store.js';

/** The end of the log of access. */
export interface AccessLogEnd {
  /** How many entries there are. */
  readonly size: number;
  /** Of the last one. */
  readonly hash: Uint8Array;
  readonly at: Date;
}

/** The last entry of the log of access; undefined of none. */
export async function accessLogEnd(tx: Transaction): Promise<AccessLogEnd | undefined> {
  const [row] = await tx.query<{ sequence: string; hash: Buffer; at: Date }>(
    'SELECT sequence, hash, at FROM access_log ORDER BY sequence DESC LIMIT 1',
  );
  return row && { size: Number(row.sequence), hash: row.hash, at: row.at };
}

/** The hash of an entry of the log of access; undefined where it is not there. */
export async function accessEntryHashAt(tx: Transaction, sequence: number): Promise<Uint8Array | undefined> {
  const [row] = await tx.query<{ hash: Buffer }>('SELECT hash FROM access_log WHERE sequence = $1', [sequence]);
  return row?.hash;
}

const MS = (column: string): string => `(extract(epoch FROM ${column}) * 1000)::bigint`;

/**
 * All that says who has access to what, a row each. The columns are listed: a column that a later version adds changes
 * no digest. When a key was used last says nothing of access.
 */
const ROWS = `SELECT row::text FROM (
    SELECT 'key' AS kind, id, jsonb_build_array('key', id, team_id, name, encode(secret_hash, 'hex'), roles, cluster_id,
      namespace, ${MS('created_at')}, created_by, ${MS('expires_at')}, ${MS('revoked_at')}) AS row FROM api_keys
    UNION ALL SELECT 'member', id::text,
      jsonb_build_array('member', id, team_id, issuer, subject, roles, ${MS('created_at')}, created_by)
      FROM team_members
    UNION ALL SELECT 'grant', id::text,
      jsonb_build_array('grant', id, cluster_id, namespace, team_id, role, ${MS('created_at')}, created_by) FROM grants
    UNION ALL SELECT 'namespace', cluster_id || '/' || namespace,
      jsonb_build_array('namespace', cluster_id, namespace, team_id, ${MS('created_at')}, created_by)
      FROM namespace_teams
  ) AS rows ORDER BY kind COLLATE "C", id COLLATE "C"`;

/** SHA-256 over keys (with the hashes of their secrets), members, grants and teams of namespaces, as stored. */
export async function accessStateDigest(tx: Transaction): Promise<Uint8Array> {
  const hash = createHash('sha256');
  for await (const batch of tx.stream<{ row: string }>(ROWS, [], 1_000))
    for (const { row } of batch) hash.update(`${row}\n`);
  return hash.digest();
}

/** Notes the digests of secrets of keys whose entries, of an older version, do not have them. */
export async function noteSecretDigests(tx: Transaction): Promise<void> {
  const keys = await tx.query<{ id: string; team_id: string; name: string; digest: string }>(
    `SELECT id, team_id, name, encode(sha256(secret_hash), 'hex') AS digest FROM api_keys WHERE id NOT IN (
       SELECT convert_from(body, 'UTF8')::json -> 'details' ->> 'key' FROM access_log
       WHERE convert_from(body, 'UTF8')::json -> 'details' ->> 'secretDigest' IS NOT NULL) ORDER BY id`,
  );
  for (const { id, team_id: team, name, digest } of keys)
    await logAccess(tx, { action: 'key.noted', team, details: { key: id, name, secretDigest: digest } });
}
