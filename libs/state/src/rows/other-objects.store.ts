import type { Transaction } from '#database';
import { LIST_OF_KIND, type ObjectList } from '#scheduler';
import type { Manifest } from '#rows';
import type { PodName } from './placed-rows.store.js';

/** An object beside nodes and pods, and the list of the snapshot that it is in. */
export interface ListedObject {
  readonly list: ObjectList;
  readonly object: Manifest;
}

interface Row {
  readonly kind: string;
  readonly manifest: Manifest;
  readonly resource_version: string;
}

/** Namespaces have a table of their own, and budgets come with what they stand at. */
const KINDS = [...LIST_OF_KIND.keys()].filter((kind) => kind !== 'Namespace' && kind !== 'PodDisruptionBudget');

const COLUMNS = 'manifest, resource_version, created_position';

/** All that scheduling looks at, in the order of their creation. */
export async function readOtherObjects(tx: Transaction, clusterId: string): Promise<ListedObject[]> {
  const rows = await tx.query<Row & Record<string, unknown>>(
    `SELECT 'Namespace' AS kind, ${COLUMNS} FROM namespaces WHERE cluster_id = $1
     UNION ALL SELECT kind, ${COLUMNS} FROM objects WHERE cluster_id = $1 AND kind = ANY($2) ORDER BY created_position`,
    [clusterId, KINDS],
  );
  return rows.map(listed);
}

/** Those of the named objects that are there and that scheduling looks at, in the order of their creation. */
export async function findOtherObjects(
  tx: Transaction,
  clusterId: string,
  objects: readonly (PodName & { readonly kind: string })[],
): Promise<ListedObject[]> {
  const wanted = objects.filter(({ kind }) => KINDS.includes(kind));
  const rows = await tx.query<Row & Record<string, unknown>>(
    `SELECT 'Namespace' AS kind, ${COLUMNS} FROM namespaces WHERE cluster_id = $1 AND name = ANY($2::text[])
     UNION ALL SELECT kind, ${COLUMNS} FROM objects WHERE cluster_id = $1
       AND (kind, namespace, name) IN (SELECT * FROM unnest($3::text[], $4::text[], $5::text[]))
       ORDER BY created_position`,
    [
      clusterId,
      objects.filter(({ kind }) => kind === 'Namespace').map(({ name }) => name),
      wanted.map(({ kind }) => kind),
      wanted.map(({ namespace }) => namespace),
      wanted.map(({ name }) => name),
    ],
  );
  return rows.map(listed);
}

function listed({ kind, manifest, resource_version: resourceVersion }: Row): ListedObject {
  const list = LIST_OF_KIND.get(kind);
  if (list === undefined) throw new Error(`scheduling does not read ${kind}`);
  // A volume that is set aside for a claim names the version of the claim.
  return { list, object: { ...manifest, metadata: { ...manifest.metadata, resourceVersion } } };
}
