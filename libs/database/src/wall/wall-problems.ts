import type pg from 'pg';

/** Tables that have rows of tenants, by their columns, and let somebody read them without a policy. */
const OPEN_TABLES = `SELECT c.relname AS name FROM pg_class c
  WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p')
    AND NOT (c.relrowsecurity AND c.relforcerowsecurity)
    AND EXISTS (SELECT FROM pg_attribute a
      WHERE a.attrelid = c.oid AND a.attname IN ('cluster_id', 'team_id') AND NOT a.attisdropped)
  ORDER BY 1`;

/** What the roles of transactions are to the policies. */
const ROLES = `SELECT rolname AS name, rolsuper OR rolbypassrls AS bypasses FROM pg_roles
  WHERE rolname IN ('berth_engine', 'berth_reader')`;

/**
 * What is wrong with the second wall: that of the database around the rows of each team, which holds where a query
 * forgets to ask for them. Empty when it stands.
 */
export async function wallProblems(client: Pick<pg.ClientBase, 'query'>): Promise<readonly string[]> {
  const open = await client.query<{ name: string }>(OPEN_TABLES);
  const roles = await client.query<{ name: string; bypasses: boolean }>(ROLES);
  const bypasses = new Map(roles.rows.map((role) => [role.name, role.bypasses]));
  return [
    ...open.rows.map(({ name }) => `the table ${name} has no forced row-level security`),
    ...(bypasses.get('berth_reader') === true ? ['the role berth_reader bypasses row-level security'] : []),
    ...(bypasses.get('berth_engine') === false ? ['the role berth_engine does not bypass row-level security'] : []),
  ];
}
