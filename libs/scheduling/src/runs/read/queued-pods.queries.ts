import { ALL_IN_SIGHT, inSight, type Sight } from '#access';
import { type Statement, type Transaction } from '#database';
import { byLabels } from '#cluster';
import { POD_IN_QUEUE, type QueuedPodRow } from './queued-pod.js';

/** Where the next part of a run begins. */
export interface QueuePosition {
  /** The pod that the part before ended with. */
  readonly priority: number;
  readonly createdAt: Date;
  readonly createdPosition: bigint;
  /** Position of the cluster when the run began: pods that came later are another run's. */
  readonly until: bigint;
}

/** As compareQueued of #scheduler. */
const QUEUE_ORDER = 'ORDER BY priority DESC, created_at, created_position';

const BY_NAME: Statement = {
  name: 'queued_by_name',
  text: `SELECT ${POD_IN_QUEUE} FROM pods WHERE cluster_id = $1 AND (namespace, name) IN (SELECT *
    FROM unnest($2::text[], $3::text[])) ${QUEUE_ORDER}`,
};

/** The same for one name: planned once, where lists of names are planned anew for every list. */
const BY_ONE_NAME: Statement = {
  name: 'queued_by_one_name',
  text: `SELECT ${POD_IN_QUEUE} FROM pods WHERE cluster_id = $1 AND namespace = $2 AND name = $3`,
};

/** Those of the pods, by `namespace/name`, that are there, in queue order. */
export async function readQueuedByName(
  tx: Transaction,
  clusterId: string,
  names: readonly string[],
): Promise<QueuedPodRow[]> {
  const keys = names.map((name) => name.split('/'));
  const [only] = keys;
  if (only !== undefined && keys.length === 1) return tx.query<QueuedPodRow>(BY_ONE_NAME, [clusterId, ...only]);
  return tx.query<QueuedPodRow>(BY_NAME, [
    clusterId,
    keys.map(([namespace]) => namespace),
    keys.map(([, name]) => name),
  ]);
}

/** Which pods of a queue. */
interface PendingSlice {
  readonly namespace: string | undefined;
  readonly labels: Parameters<typeof byLabels>[0];
  readonly after: QueuePosition | undefined;
  readonly limit: number;
  /** Undefined: everything is seen. */
  readonly sight: Sight | undefined;
}

/** Pods that are on no node, in queue order, at most `limit`. */
export async function readPending(
  tx: Transaction,
  clusterId: string,
  { namespace, labels, after, limit, sight = ALL_IN_SIGHT }: PendingSlice,
): Promise<QueuedPodRow[]> {
  const values: unknown[] = [clusterId];
  const parameter = (value: unknown): string => `$${values.push(value)}`;
  const wheres = [
    `cluster_id = $1 AND node_name IS NULL AND phase NOT IN ('Succeeded', 'Failed')`,
    ...(namespace === undefined ? [] : [`namespace = ${parameter(namespace)}`]),
    ...inSight(sight, 'namespace', parameter),
    ...byLabels(labels).map((condition) => condition(parameter)),
    ...(after === undefined
      ? []
      : [
          `(-priority::bigint, created_at, created_position) > (${parameter(-after.priority)}::bigint,
             ${parameter(after.createdAt)}::timestamptz, ${parameter(after.createdPosition)}::bigint)`,
          `created_position <= ${parameter(after.until)}`,
        ]),
  ];
  // The manifests of 10,000 pods are sorted in memory: in the 4 MB that are usual they go through a file,
  // and take half as long again.
  await tx.execute("SET LOCAL work_mem = '64MB'");
  return tx.query<QueuedPodRow>(
    `SELECT ${POD_IN_QUEUE} FROM pods WHERE ${wheres.join(' AND ')} ${QUEUE_ORDER} LIMIT ${parameter(limit)}`,
    values,
  );
}
