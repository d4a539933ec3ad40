import type pg from 'pg';
import type { Finding } from '../finding.js';
import type { ClusterLog } from './log.js';
import { keyOf, type State } from './state.js';

interface Row {
  readonly kind: string;
  readonly namespace: string;
  readonly name: string;
  readonly uid: string;
  readonly position: string;
  readonly node: string | null;
}

const ROWS = `
  SELECT 'Pod' AS kind, namespace, name, uid, resource_version::text AS position, node_name AS node
    FROM pods WHERE cluster_id = $1
  UNION ALL SELECT 'Node', '', name, uid, resource_version::text, NULL FROM nodes WHERE cluster_id = $1
  UNION ALL SELECT 'Namespace', '', name, uid, resource_version::text, NULL FROM namespaces WHERE cluster_id = $1
  UNION ALL SELECT kind, namespace, name, uid, resource_version::text, NULL FROM objects WHERE cluster_id = $1`;

/** The rows of the present are what the log leads to; of a cluster that was deleted there are none. */
export async function checkRows(client: pg.Client, { id, isDeleted }: ClusterLog, state: State): Promise<Finding[]> {
  const { rows } = await client.query<Row>(ROWS, [id]);
  const have = rows.map((row) => `${keyOf(row)} ${row.uid} at ${row.position} on ${row.node ?? 'no node'}`);
  const want = isDeleted
    ? []
    : [...state].map(
        ([key, { uid, position, kind, body }]) =>
          `${key} ${uid} at ${position} on ${(kind === 'Pod' ? body.spec?.nodeName : undefined) ?? 'no node'}`,
      );
  return [
    ...without(want, have).map((row) => `${row} follows from the log, and there is no such row`),
    ...without(have, want).map((row) => `${row} is a row, and does not follow from the log`),
  ].map((what) => ({ kind: 'state', what: `cluster ${id}: ${what}` }));
}

function without(these: readonly string[], those: readonly string[]): string[] {
  const known = new Set(those);
  return these.filter((one) => !known.has(one));
}
