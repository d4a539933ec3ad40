import type { SkipReason } from '#audit';
import type { Statement, Transaction } from '#database';
import { byLabels, type StoredObject, ok, refuse, type Outcome } from '#cluster';
import { POD_IN_QUEUE, PodReader, type QueuedPod, type QueuedPodRow } from './queued-pod.js';
import type { PodRequest } from './schedule-request.js';

/** Where the next part of a run begins. */
export interface QueuePosition {
  /** The pod that the part before ended with. */
  readonly priority: number;
  readonly createdAt: Date;
  readonly createdPosition: bigint;
  /** Position of the cluster when the run began: pods that came later are another run's. */
  readonly until: bigint;
}

/** Pods of one part. */
export interface QueueSlice {
  /** In queue order. */
  readonly pods: readonly QueuedPod[];
  /** Null when there are no more. */
  readonly next: Omit<QueuePosition, 'until'> | null;
}

/** Which pods of those asked for: at most `limit` after a position in the queue. Pods that are asked for by name are one part, whatever their number. */
export interface SliceRequest {
  readonly after: QueuePosition | undefined;
  readonly limit: number;
}

/** The next pods of a run, and nothing of the others: a run of any length holds the pods of one part. */
export async function selectPods(
  tx: Transaction,
  clusterId: string,
  request: PodRequest,
  slice: SliceRequest,
): Promise<Outcome<QueueSlice>> {
  if (!('names' in request)) return ok(await selectPending(tx, clusterId, { ...request, ...slice }));
  const { found, missing } = await selectByName(tx, clusterId, request.names);
  return missing.length > 0 ? refuse({ kind: 'PodsNotFound', pods: missing }) : ok({ pods: found, next: null });
}

/** Why a pod that was asked for is not tried; undefined when it is. */
export function skipReason(pod: StoredObject, canSchedule: (schedulerName: string) => boolean): SkipReason | undefined {
  const { metadata, spec, status } = pod.object as unknown as {
    metadata: { deletionTimestamp?: string };
    spec: { nodeName?: string; schedulerName?: string };
    status?: { phase?: string };
  };
  if (status?.phase === 'Succeeded' || status?.phase === 'Failed') return 'Finished';
  if (spec.nodeName !== undefined) return 'AlreadyBound';
  if (metadata.deletionTimestamp !== undefined) return 'Terminating';
  return canSchedule(spec.schedulerName ?? 'default-scheduler') ? undefined : 'OtherScheduler';
}

interface SelectedByName {
  readonly found: QueuedPod[];
  readonly missing: { readonly index: number; readonly name: string }[];
}

/** As compareQueued of #scheduler. */
const QUEUE_ORDER = 'ORDER BY priority DESC, created_at, created_position';

const BY_NAME: Statement = {
  name: 'queued_by_name',
  text: `SELECT ${POD_IN_QUEUE} FROM pods WHERE cluster_id = $1 AND (namespace, name) IN (SELECT * FROM unnest($2::text[], $3::text[])) ${QUEUE_ORDER}`,
};

/** The same for one name: planned once, where lists of names are planned anew for every list. */
const BY_ONE_NAME: Statement = {
  name: 'queued_by_one_name',
  text: `SELECT ${POD_IN_QUEUE} FROM pods WHERE cluster_id = $1 AND namespace = $2 AND name = $3`,
};

async function selectByName(tx: Transaction, clusterId: string, names: readonly string[]): Promise<SelectedByName> {
  const keys = names.map((name) => name.split('/'));
  const [only] = keys;
  const rows =
    only !== undefined && keys.length === 1
      ? await tx.query<QueuedPodRow>(BY_ONE_NAME, [clusterId, ...only])
      : await tx.query<QueuedPodRow>(BY_NAME, [
          clusterId,
          keys.map(([namespace]) => namespace),
          keys.map(([, name]) => name),
        ]);
  const found = podsOf(rows);
  const present = new Set(found.map(({ object: { metadata } }) => `${metadata.namespace}/${metadata.name}`));
  return { found, missing: names.flatMap((name, index) => (present.has(name) ? [] : [{ index, name }])) };
}

async function selectPending(
  tx: Transaction,
  clusterId: string,
  { namespace, labels = [], after, limit }: Exclude<PodRequest, { names: readonly string[] }> & SliceRequest,
): Promise<QueueSlice> {
  const values: unknown[] = [clusterId];
  const place = (value: unknown): string => `$${values.push(value)}`;
  const wheres = [
    `cluster_id = $1 AND node_name IS NULL AND phase NOT IN ('Succeeded', 'Failed')`,
    ...(namespace === undefined ? [] : [`namespace = ${place(namespace)}`]),
    ...byLabels(labels).map((condition) => condition(place)),
    ...(after === undefined
      ? []
      : [
          `(-priority::bigint, created_at, created_position) > (${place(-after.priority)}::bigint, ${place(after.createdAt)}::timestamptz, ${place(after.createdPosition)}::bigint)`,
          `created_position <= ${place(after.until)}`,
        ]),
  ];
  // The manifests of 10,000 pods are sorted in memory: in the 4 MB that are usual they go through a file, and take half as long again.
  await tx.execute("SET LOCAL work_mem = '64MB'");
  const rows = await tx.query<QueuedPodRow>(
    `SELECT ${POD_IN_QUEUE} FROM pods WHERE ${wheres.join(' AND ')} ${QUEUE_ORDER} LIMIT ${place(limit + 1)}`,
    values,
  );
  const last = rows[limit - 1];
  const next =
    rows.length > limit && last !== undefined
      ? { priority: last.priority, createdAt: last.created_at, createdPosition: BigInt(last.created_position) }
      : null;
  return { pods: podsOf(rows.slice(0, limit)), next };
}

function podsOf(rows: readonly QueuedPodRow[]): QueuedPod[] {
  const reader = new PodReader();
  return rows.map((row) => reader.read(row));
}
