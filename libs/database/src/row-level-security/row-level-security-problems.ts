import type pg from 'pg';

/** Of no team: which versions of the scheduler there were, and which migrations. */
const OF_NO_TEAM = ['engines', '_prisma_migrations'];

/**
 * What rows of tenants may be in: tables with columns that name their owner, and all other relations that readers may
 * read, but for those of an extension. A view reads as its owner, unless it says otherwise.
 */
const OPEN_TABLES = `SELECT c.relname AS name, CASE WHEN c.relkind IN ('v', 'm') THEN 'view' ELSE 'table' END AS kind
  FROM pg_class c WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p', 'v', 'm', 'f')
    AND c.relname <> ALL($1)
    AND NOT (c.relrowsecurity AND c.relforcerowsecurity)
    AND NOT (c.relkind = 'v' AND coalesce(c.reloptions, '{}') && '{security_invoker=true,security_invoker=on}')
    AND (has_any_column_privilege('berth_reader', c.oid, 'SELECT')
      OR c.relkind IN ('r', 'p') AND EXISTS (SELECT FROM pg_attribute a
        WHERE a.attrelid = c.oid AND a.attname IN ('cluster_id', 'team_id') AND NOT a.attisdropped))
    AND NOT EXISTS (SELECT FROM pg_depend d
      WHERE d.classid = 'pg_class'::regclass AND d.objid = c.oid AND d.deptype = 'e')
  ORDER BY 1`;

/** Policies that let readers see rows without a check of the team that they read for. */
const OPEN_POLICIES = `SELECT c.relname AS table, p.polname AS name
  FROM pg_policy p JOIN pg_class c ON c.oid = p.polrelid
  WHERE c.relnamespace = 'public'::regnamespace AND p.polpermissive AND p.polcmd IN ('r', '*')
    AND EXISTS (SELECT FROM unnest(p.polroles) AS held(role)
      WHERE CASE WHEN role = 0 THEN true ELSE pg_has_role('berth_reader', role, 'USAGE') END)
    AND NOT EXISTS (SELECT FROM pg_depend d
      WHERE d.classid = 'pg_policy'::regclass AND d.objid = p.oid AND d.refobjid = ANY($1::regprocedure[]))
  ORDER BY 1, 2`;

/** What knows the team of a transaction. */
const TEAM_FUNCTIONS = ['berth_team()', 'berth_clusters()'];

/**
 * The roles of transactions: whether they are there, may be set by this user, and what they are to the policies. Until
 * PostgreSQL 15 every member might set a role; since then it is granted for itself.
 */
const ROLES = `SELECT wanted AS name, current_user AS user, rolname IS NOT NULL AS "isThere",
    pg_has_role(rolname, CASE WHEN current_setting('server_version_num')::int < 160000 THEN 'MEMBER' ELSE 'SET' END)
      AS "isOurs", rolsuper OR rolbypassrls AS bypasses
  FROM unnest(ARRAY['berth_engine', 'berth_reader']) AS wanted LEFT JOIN pg_roles ON rolname = wanted`;

interface Role {
  readonly name: string;
  readonly user: string;
  readonly isThere: boolean;
  /** Null where it is not there, as the other. */
  readonly isOurs: boolean | null;
  readonly bypasses: boolean | null;
}

/**
 * The faults of row-level security, by which the database isolates the rows of each team even where a query lacks the
 * condition. Empty when there are none.
 */
export async function wallProblems(client: Pick<pg.ClientBase, 'query'>): Promise<readonly string[]> {
  const { rows: roles } = await client.query<Role>(ROLES);
  const missing = roles.filter(({ isThere }) => !isThere);
  // Without them nothing else can be asked.
  if (missing.length > 0) return missing.map(({ name }) => `the role ${name} is not there`);
  const open = await client.query<{ kind: string; name: string }>(OPEN_TABLES, [OF_NO_TEAM]);
  const policies = await client.query<{ table: string; name: string }>(OPEN_POLICIES, [TEAM_FUNCTIONS]);
  const bypasses = new Map(roles.map((role) => [role.name, role.bypasses]));
  return [
    ...open.rows.map(({ kind, name }) => `the ${kind} ${name} has no forced row-level security`),
    ...policies.rows.map(
      ({ table, name }) => `the policy ${name} of the table ${table} shows readers every team's rows`,
    ),
    ...roles
      .filter(({ isOurs }) => isOurs === false)
      .map(({ name, user }) => `the user ${user} may not act as ${name}: run GRANT ${name} TO ${user}`),
    ...(bypasses.get('berth_reader') === true ? ['the role berth_reader bypasses row-level security'] : []),
    ...(bypasses.get('berth_engine') === false ? ['the role berth_engine does not bypass row-level security'] : []),
  ];
}
