import type { Transaction } from '#database';
import type { StoredObject } from '#rows';
import { POD_IN_QUEUE, PodReader, type QueuedPodRow } from '#scheduling';
import type { NamedObject, Wanted } from '#what-if';

/** Which pods are looked at one by one, beside those that are pending. */
type WantedPods = Pick<Wanted, 'all' | 'nodes' | 'namespaces' | 'daemons'>;

/** Manifests of so many are in memory twice. */
const BATCH = 1_000;

/** The pods that have not ended and are on no node, or are wanted. */
export async function readKnownPods(
  tx: Transaction,
  clusterId: string,
  { all = false, nodes = [], namespaces = [], daemons = false }: WantedPods,
): Promise<StoredObject[]> {
  const reader = new PodReader();
  const pods: StoredObject[] = [];
  const batches = tx.stream<QueuedPodRow & Record<string, unknown>>(
    `SELECT ${POD_IN_QUEUE} FROM pods WHERE cluster_id = $1 AND phase NOT IN ('Succeeded', 'Failed')
       AND ($2 OR node_name IS NULL OR node_name = ANY($3::text[]) OR namespace = ANY($4::text[]))`,
    [clusterId, all, nodes, namespaces],
    BATCH,
  );
  for await (const rows of batches) for (const row of rows) pods.push(reader.read(row));
  if (daemons && !all) pods.push(...unlike(pods, await daemonPods(tx, clusterId)));
  return pods;
}

/** Of each DaemonSet a pod that is on a node. */
async function daemonPods(tx: Transaction, clusterId: string): Promise<StoredObject[]> {
  const reader = new PodReader();
  const rows = await tx.query<QueuedPodRow & Record<string, unknown>>(
    `SELECT DISTINCT ON (namespace, manifest #> '{metadata,ownerReferences}') ${POD_IN_QUEUE} FROM pods
     WHERE cluster_id = $1 AND phase NOT IN ('Succeeded', 'Failed') AND node_name IS NOT NULL
       AND manifest #> '{metadata,ownerReferences}' @> '[{"kind": "DaemonSet", "controller": true}]'
     ORDER BY namespace, manifest #> '{metadata,ownerReferences}', name`,
    [clusterId],
  );
  return rows.map((row) => reader.read(row));
}

/** Those that are not there yet. */
function unlike(pods: readonly StoredObject[], others: readonly StoredObject[]): StoredObject[] {
  const keyOf = ({ object: { metadata } }: StoredObject): string => `${metadata.namespace ?? ''}/${metadata.name}`;
  const known = new Set(pods.map(keyOf));
  return others.filter((one) => !known.has(keyOf(one)));
}

/** Which of these classes a pod names, wherever it is: each costs a look at every pod, unless one names it. */
export async function readNamedClasses(
  tx: Transaction,
  clusterId: string,
  classes: readonly NamedObject[],
): Promise<NamedObject[]> {
  const named: NamedObject[] = [];
  for (const one of classes) {
    const field = one.kind === 'PriorityClass' ? 'priorityClassName' : 'runtimeClassName';
    const [row] = await tx.query<{ found: boolean }>(
      `SELECT EXISTS (SELECT FROM pods WHERE cluster_id = $1 AND manifest #>> $2::text[] = $3) AS found`,
      [clusterId, ['spec', field], one.metadata.name],
    );
    if (row?.found === true) named.push(one);
  }
  return named;
}
