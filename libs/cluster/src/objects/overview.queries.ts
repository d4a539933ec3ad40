import { inSight, objectInSight, type Sight } from '#access';
import { type Transaction } from '#database';
import {
  isUid,
  NAME_MATCHES,
  wantedName,
  type FoundObject,
  type LabelKey,
  type LabelledKind,
  type NamespaceCounts,
  type NameSearch,
  type StateCounts,
} from './overview.js';

/** A cluster, and what its reader sees of it. */
interface SeenPlace {
  readonly clusterId: string;
  readonly sight: Sight;
}

/** What the visibility requires of a column, as one more condition. */
function andSeen(sight: Sight, column: string, values: unknown[]): string {
  return inSight(sight, column, (value) => `$${values.push(value)}`)
    .map((condition) => `AND ${condition}`)
    .join('');
}

const PENDING = `node_name IS NULL AND phase NOT IN ('Succeeded', 'Failed')`;

/** Every key of the labels of a kind by name, each with so many of its most frequent values. */
export async function labelKeys(
  tx: Transaction,
  { clusterId, sight }: SeenPlace,
  { kind, values }: { readonly kind: LabelledKind; readonly values: number },
): Promise<LabelKey[]> {
  const parameters: unknown[] = [clusterId, values];
  const seen = kind === 'Pod' ? andSeen(sight, 'o.namespace', parameters) : '';
  const rows = await tx.query<{ key: string; distinct: number; objects: number; value: string; owners: number }>(
    `SELECT key, "distinct", objects, value, owners FROM (
       SELECT key, value, count(*)::int AS owners, (count(*) OVER (PARTITION BY key))::int AS "distinct",
         (sum(count(*)) OVER (PARTITION BY key))::int AS objects,
         row_number() OVER (PARTITION BY key ORDER BY count(*) DESC, value COLLATE "C") AS place
       FROM ${kind === 'Node' ? 'nodes' : 'pods'} o
       CROSS JOIN LATERAL jsonb_each_text(CASE WHEN jsonb_typeof(o.manifest #> '{metadata,labels}') = 'object'
         THEN o.manifest #> '{metadata,labels}' END)
       WHERE cluster_id = $1 ${seen} GROUP BY key, value) counted
     WHERE place <= greatest($2, 1) ORDER BY key COLLATE "C", place`,
    parameters,
  );
  const keys = new Map<string, LabelKey & { values: { value: string; objects: number }[] }>();
  for (const { key, distinct, objects, value, owners } of rows) {
    const known = keys.get(key) ?? { key, distinct, objects, values: [] };
    if (known.values.length < values) known.values.push({ value, objects: owners });
    keys.set(key, known);
  }
  return [...keys.values()];
}

/** A page of the namespaces by name. */
export function namespaceCounts(
  tx: Transaction,
  { clusterId, sight }: SeenPlace,
  { after, limit }: { readonly after: string; readonly limit: number },
): Promise<NamespaceCounts[]> {
  const values: unknown[] = [clusterId, after, limit];
  const seen = andSeen(sight, 'name', values);
  return tx.query<Record<string, never> & NamespaceCounts>(
    `SELECT n.name, n.uid, p.pods, p."pendingPods"
     FROM (SELECT name, uid FROM namespaces WHERE cluster_id = $1 AND name > $2 ${seen}
       ORDER BY name LIMIT $3) n
     CROSS JOIN LATERAL (SELECT count(*)::int AS pods, count(*) FILTER (WHERE ${PENDING})::int AS "pendingPods"
       FROM pods WHERE cluster_id = $1 AND namespace = n.name) p ORDER BY n.name`,
    values,
  );
}

/** Rows that were written before pods had shapes have the node in view in their manifest alone. */
const NOMINATED = `coalesce(nominated_node,
  CASE WHEN shape IS NULL THEN manifest #>> '{status,nominatedNodeName}' END)`;

/** All in one statement. */
export async function countStates(tx: Transaction, { clusterId, sight }: SeenPlace): Promise<StateCounts> {
  const values: unknown[] = [clusterId];
  const seen = andSeen(sight, 'namespace', values);
  const [row] = await tx.query<Record<string, never> & StateCounts>(
    `SELECT nodes.*, pods.* FROM
       (SELECT count(*) FILTER (WHERE jsonb_path_exists(manifest,
            '$.status.conditions[*] ? (@.type == "Ready" && @.status != "True")'))::int AS "unreadyNodes",
          count(*) FILTER (WHERE manifest #> '{spec,unschedulable}' = 'true')::int AS "cordonedNodes"
        FROM nodes WHERE cluster_id = $1) nodes,
       (SELECT count(*) FILTER (WHERE jsonb_path_exists(manifest, '$.spec.schedulingGates[*]'))::int AS "gatedPods",
          count(*) FILTER (WHERE ${NOMINATED} <> '')::int AS "nominatedPods"
        FROM pods WHERE cluster_id = $1 AND ${PENDING} ${seen}) pods`,
    values,
  );
  return row ?? { unreadyNodes: 0, cordonedNodes: 0, gatedPods: 0, nominatedPods: 0 };
}

/**
 * Objects by their names: the keys are gone through, which hold nothing but names, and only what is shown is read. A
 * uid is in no key; it is looked for where the text is one.
 */
export async function searchNames(
  tx: Transaction,
  { clusterId, sight }: SeenPlace,
  { text, kinds, limit }: NameSearch,
): Promise<FoundObject[]> {
  if (text.includes('\0')) return [];
  const { namespace = null, name } = wantedName(text);
  const rank = `CASE WHEN name = $3 THEN 0 WHEN starts_with(name, $3) THEN 1 ELSE 2 END`;
  const isWanted = isUid(text) ? 'uid = $3' : 'strpos(name, $3) > 0';
  const values: unknown[] = [clusterId, kinds, name, namespace, limit];
  const parameter = (value: unknown): string => `$${values.push(value)}`;
  const parts = [
    { table: 'pods', kind: `'Pod'`, scope: 'namespace' },
    { table: 'nodes', kind: `'Node'`, scope: `''` },
    { table: 'namespaces', kind: `'Namespace'`, scope: `''` },
    { table: 'objects', kind: 'kind', scope: 'namespace' },
  ].map(({ table, kind, scope }) => {
    const seen = objectInSight(sight, { kind, namespace: scope, name: 'name' }, parameter);
    return `(SELECT ${kind} AS kind, ${scope} AS namespace, name, ${rank} AS rank FROM ${table}
        WHERE cluster_id = $1 AND ${kind} = ANY($2::text[]) AND ${isWanted}
          AND ($4::text IS NULL OR ${scope} = $4) ${seen.map((condition) => `AND ${condition}`).join('')}
        ORDER BY rank, kind, namespace, name LIMIT $5)`;
  });
  const rows = await tx.query<{ kind: string; namespace: string; name: string; uid: string; rank: number }>(
    `WITH found AS (SELECT * FROM (${parts.join(' UNION ALL ')}) every
       ORDER BY rank, kind COLLATE "C", namespace COLLATE "C", name COLLATE "C" LIMIT $5)
     SELECT found.*, CASE kind
       WHEN 'Pod' THEN (SELECT uid FROM pods p WHERE p.cluster_id = $1 AND p.namespace = found.namespace COLLATE "C"
         AND p.name = found.name COLLATE "C")
       WHEN 'Node' THEN (SELECT uid FROM nodes n WHERE n.cluster_id = $1 AND n.name = found.name COLLATE "C")
       WHEN 'Namespace' THEN (SELECT uid FROM namespaces n WHERE n.cluster_id = $1 AND n.name = found.name COLLATE "C")
       ELSE (SELECT uid FROM objects o WHERE o.cluster_id = $1 AND o.kind = found.kind COLLATE "C"
         AND o.namespace = found.namespace COLLATE "C" AND o.name = found.name COLLATE "C") END AS uid
     FROM found ORDER BY rank, kind COLLATE "C", namespace COLLATE "C", name COLLATE "C"`,
    values,
  );
  return rows.map(({ rank, ...found }) => ({
    ...found,
    match: isUid(text) ? 'exact' : (NAME_MATCHES[rank] ?? 'substring'),
  }));
}
