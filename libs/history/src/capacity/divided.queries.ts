import { inSight, type Sight } from '#access';
import { type Transaction } from '#database';
import { groupsOf, LIKE, TAKES_ROOM, type LikePods } from './capacity.store.js';
import type { DividedNodes, DividedPods, Division } from './capacity-source.js';

const BATCH = 2_000;

/** Every node, divided. */
export function dividedNodes(
  tx: Transaction,
  clusterId: string,
  by: readonly Division[],
): AsyncIterable<DividedNodes[]> {
  const values: unknown[] = [clusterId];
  return tx.stream<DividedNodes & Record<string, unknown>>(
    `SELECT ${valuesOf(by, values)} AS values, n.manifest #> '{status,allocatable}' AS allocatable,
       count(*)::int AS count
     FROM nodes n WHERE n.cluster_id = $1 GROUP BY 1, 2`,
    values,
    BATCH,
  );
}

/** The pods on all nodes that are there, and those that are on none, divided. */
export function dividedPods(
  tx: Transaction,
  { id, sight }: { readonly id: string; readonly sight: Sight },
  by: readonly Division[],
): AsyncIterable<readonly DividedPods[]> {
  const values: unknown[] = [id];
  const divided = valuesOf(by, values);
  const seen = inSight(sight, 'p.namespace', (value) => `$${values.push(value)}`);
  const where = [TAKES_ROOM, '(p.node_name IS NULL OR n.name IS NOT NULL)', ...seen].join(' AND ');
  return groupsOf(
    tx.stream<LikePods & Pick<DividedPods, 'values' | 'bound'>>(
      `SELECT ${divided} AS values, p.node_name IS NOT NULL AS bound, ${LIKE}
       FROM pods p LEFT JOIN nodes n ON n.cluster_id = p.cluster_id AND n.name = p.node_name
       WHERE ${where} GROUP BY 1, 2, 3, 4`,
      values,
      BATCH,
    ),
  );
}

function valuesOf(by: readonly Division[], values: unknown[]): string {
  const parameter = (value: unknown): string => `$${values.push(value)}`;
  const texts = by.map((division) => {
    if (division.by === 'node') return 'n.name';
    if (division.by === 'namespace') return 'p.namespace';
    const table = division.by === 'nodeLabel' ? 'n' : 'p';
    return `${table}.manifest #>> ARRAY['metadata', 'labels', ${parameter(division.key)}]::text[]`;
  });
  return `ARRAY[${texts.map((text) => `${text} COLLATE "C"`).join(', ')}]::text[]`;
}
