import { objectInSight } from '#access';
import { ownField } from '#json';
import type { Transaction } from '#database';
import type { Frame } from '../frames/index.js';

/** The value that a change is grouped by; `own` is a parameter with the reader's own principal. */
const VALUES: Readonly<Record<string, (own: string) => string>> = {
  kind: () => 'c.kind',
  namespace: () => "nullif(c.namespace, '')",
  team: () => "CASE WHEN c.namespace <> '' THEN coalesce(t.name, o.name) END",
  actor: (own) => `CASE WHEN ${own} IS NULL OR r.principal = ${own} THEN r.actor END`,
  client: (own) => `CASE WHEN ${own} IS NULL OR r.principal = ${own} THEN r.client END`,
};

const JOINS: Readonly<Record<string, string>> = {
  team: `JOIN clusters k ON k.id = c.cluster_id JOIN teams o ON o.id = k.team_id
    LEFT JOIN namespace_teams n ON n.cluster_id = c.cluster_id AND n.namespace = c.namespace
    LEFT JOIN teams t ON t.id = n.team_id`,
  actor: 'JOIN revisions r ON r.cluster_id = c.cluster_id AND r.revision = c.revision AND r.at = c.at',
  client: 'JOIN revisions r ON r.cluster_id = c.cluster_id AND r.revision = c.revision AND r.at = c.at',
};

const COUNTED = `count(*)::int AS changes, count(DISTINCT (c.kind, c.uid))::int AS objects,
  count(DISTINCT c.revision)::int AS revisions, (count(*) FILTER (WHERE c.op = 'create'))::int AS created,
  (count(*) FILTER (WHERE c.op = 'update'))::int AS updated, (count(*) FILTER (WHERE c.op = 'bind'))::int AS bound,
  (count(*) FILTER (WHERE c.op = 'delete'))::int AS deleted, (count(*) FILTER (WHERE c.op = 'evict'))::int AS evicted`;

type Counts = Record<
  'changes' | 'objects' | 'revisions' | 'created' | 'updated' | 'bound' | 'deleted' | 'evicted',
  number
>;

const PLACE = { kind: 'c.kind', namespace: 'c.namespace', name: 'c.name' };

/** Changes of a frame that its reader sees, counted by what they are grouped by. */
export function countChanges(
  tx: Transaction,
  frame: Frame,
  by: string,
): Promise<(Counts & { readonly group: string | null })[]> {
  const { cluster, after, upTo, sight, parameters, readsAuthors, caller } = frame;
  const values: unknown[] = [cluster.id, String(after), String(upTo)];
  const parameter = (value: unknown): string => `$${values.push(value)}`;
  const where = [
    `c.cluster_id = $1 AND c.position > $2 AND c.position <= $3 AND c.op <> 'note'`,
    ...objectInSight(sight, PLACE, parameter),
    ...(parameters.namespace === undefined ? [] : [`c.namespace = ${parameter(parameters.namespace)}`]),
  ];
  const isOfAuthors = by === 'actor' || by === 'client';
  const own = isOfAuthors ? `${parameter(readsAuthors ? null : caller.principal)}::text` : '';
  return tx.query<Counts & { group: string | null } & Record<string, unknown>>(
    `SELECT ${ownField(VALUES, by)?.(own) ?? 'c.kind'} AS "group", ${COUNTED}
     FROM changes c ${ownField(JOINS, by) ?? ''} WHERE ${where.join(' AND ')} GROUP BY 1`,
    values,
  );
}
