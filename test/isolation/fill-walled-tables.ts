import type pg from 'pg';
import type { Team } from './two-teams.js';

/** A table behind the second wall, and the column that says whose a row is. */
export interface WalledTable {
  readonly name: string;
  readonly owner: { readonly column: string; readonly of: 'team' | 'cluster' };
}

/** All of them but the one of keys, which is no reader's. */
export async function walledTables(client: pg.Client): Promise<readonly WalledTable[]> {
  const { rows } = await client.query<{ name: string; columns: string[] }>(
    `SELECT c.relname AS name, array_agg(a.attname::text) AS columns FROM pg_class c
     JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
     WHERE c.relnamespace = 'public'::regnamespace AND c.relrowsecurity AND NOT c.relispartition
       AND c.relname <> 'api_keys' GROUP BY 1 ORDER BY 1`,
  );
  return rows.map(({ name, columns }) => ({ name, owner: ownerOf(name, columns) }));
}

/** An operation is its team's alone, whatever cluster it is about. */
function ownerOf(table: string, columns: readonly string[]): WalledTable['owner'] {
  if (table === 'clusters') return { column: 'id', of: 'cluster' };
  if (table === 'teams') return { column: 'id', of: 'team' };
  return columns.includes('cluster_id') && table !== 'operations'
    ? { column: 'cluster_id', of: 'cluster' }
    : { column: 'team_id', of: 'team' };
}

/** What says whose the rows of a team are, in that table. */
export function ownerIn({ owner }: WalledTable, { caller, cluster }: Team): string {
  return owner.of === 'team' ? caller.team : cluster;
}

/** Something for columns that must have something. */
const VALUES: Readonly<Record<string, string>> = {
  uuid: 'gen_random_uuid()',
  text: "'x'",
  'text[]': "'{}'",
  bytea: "'x'",
  bigint: '0',
  integer: '0',
  'double precision': '1',
  boolean: 'false',
  jsonb: "'{}'",
  json: "'{}'",
};

/**
 * Does something while each team has a row in each table, also where it had none: whatever could be there, a reader is
 * to see their own alone.
 */
export async function whileFilled(client: pg.Client, teams: readonly Team[], work: () => Promise<void>): Promise<void> {
  const made: (readonly [WalledTable, Team])[] = [];
  await client.query('SET session_replication_role = replica');
  for (const table of await walledTables(client)) {
    const { rows } = await client.query<{ whose: string }>(
      `SELECT DISTINCT ${table.owner.column} AS whose FROM ${table.name}`,
    );
    const without = teams.filter((team) => !rows.some(({ whose }) => whose === ownerIn(table, team)));
    if (without.length > 0) await dropChecks(client, table);
    for (const team of without) await insertRow(client, table, team);
    made.push(...without.map((team) => [table, team] as const));
  }
  await work();
  for (const [table, team] of made)
    await client.query(`DELETE FROM ${table.name} WHERE ${table.owner.column} = $1`, [ownerIn(table, team)]);
}

/** What makes sense in a row is another question. */
async function dropChecks(client: pg.Client, { name }: WalledTable): Promise<void> {
  const { rows } = await client.query<{ constraint: string }>(
    `SELECT conname AS constraint FROM pg_constraint WHERE conrelid = '${name}'::regclass AND contype = 'c'`,
  );
  for (const { constraint } of rows) await client.query(`ALTER TABLE ${name} DROP CONSTRAINT "${constraint}"`);
}

async function insertRow(client: pg.Client, { name }: WalledTable, { caller, cluster }: Team): Promise<void> {
  const { rows } = await client.query<{ column: string; type: string }>(
    `SELECT attname AS column, format_type(atttypid, NULL) AS type FROM pg_attribute
     WHERE attrelid = '${name}'::regclass AND attnum > 0 AND NOT attisdropped
       AND (attnotnull OR attname IN ('cluster_id', 'team_id'))`,
  );
  const value = ({ column, type }: { column: string; type: string }): string => {
    if (column === 'cluster_id') return `'${cluster}'`;
    if (column === 'team_id') return `'${caller.team}'`;
    return type.startsWith('timestamp') ? 'now()' : (VALUES[type] ?? `'x'::${type}`);
  };
  await client.query(
    `INSERT INTO ${name} (${rows.map(({ column }) => column).join(', ')}) VALUES (${rows.map(value).join(', ')})`,
  );
}
