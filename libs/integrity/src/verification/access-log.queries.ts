import type { Transaction } from '#database';
import type { AccessRow } from './said-access.js';

/** An entry of the log of access, as it is stored. */
export interface AccessLogRow {
  readonly sequence: string;
  readonly at: Date;
  readonly body: Buffer;
  readonly prev_hash: Buffer;
  readonly hash: Buffer;
}

const BATCH = 1_000;

/** All of them in their order. */
export function streamAccessLog(tx: Transaction): AsyncIterable<AccessLogRow[]> {
  return tx.stream<AccessLogRow>(
    'SELECT sequence, at, body, prev_hash, hash FROM access_log ORDER BY sequence',
    [],
    BATCH,
  );
}

/** Rows that say who has access to what, with all of them that the log says too. */
const ROWS = `SELECT 'api_keys' AS table, id, team_id AS team, to_jsonb(ARRAY[
      to_jsonb(name), to_jsonb(roles), to_jsonb(cluster_id), to_jsonb(namespace),
      to_jsonb(to_char(expires_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')),
      to_jsonb(revoked_at IS NOT NULL)
    ]) AS said, encode(sha256(secret_hash), 'hex') AS "secretDigest" FROM api_keys
  UNION ALL SELECT 'team_members', id::text, team_id, to_jsonb(ARRAY[
      to_jsonb(issuer), to_jsonb(subject), to_jsonb(roles)
    ]), NULL FROM team_members
  UNION ALL SELECT 'grants', id::text, team_id, to_jsonb(ARRAY[
      to_jsonb(cluster_id), to_jsonb(namespace), to_jsonb(role)
    ]), NULL FROM grants
  UNION ALL SELECT 'teams', id::text, id, to_jsonb(ARRAY[to_jsonb(name)]), NULL FROM teams
  UNION ALL SELECT 'namespace_teams', cluster_id || '/' || namespace, team_id, '[]', NULL FROM namespace_teams`;

/** All rows that say who has access to what. */
export function streamAccess(tx: Transaction): AsyncIterable<AccessRow[]> {
  return tx.stream<AccessRow & Record<string, unknown>>(ROWS, [], BATCH);
}

/** The teams of clusters, by the clusters' ids. */
export async function teamsOfClusters(tx: Transaction, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const rows = await tx.query<{ id: string; team_id: string }>(
    'SELECT id, team_id FROM clusters WHERE id::text = ANY($1::text[])',
    [ids],
  );
  return new Map(rows.map(({ id, team_id: team }) => [id, team]));
}
