import type { SkipReason } from '#audit';
import type { Transaction } from '#database';
import { byLabels, type ObjectRow, ROW, type StoredObject, storedOf } from '../objects/index.js';
import { ok, refuse, type Outcome } from '../outcome/index.js';
import type { PodRequest } from './schedule-request.js';

/** The pods that a run was asked for, in the order of their creation in the log. */
export async function selectPods(
  tx: Transaction,
  clusterId: string,
  request: PodRequest,
  options: { readonly missing: 'refuse' | 'ignore' },
): Promise<Outcome<StoredObject[]>> {
  if (!('names' in request)) return ok(await selectPending(tx, clusterId, request));
  const { found, missing } = await selectByName(tx, clusterId, request.names);
  return missing.length > 0 && options.missing === 'refuse' ? refuse({ kind: 'PodsNotFound', pods: missing }) : ok(found);
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
  readonly found: StoredObject[];
  readonly missing: { readonly index: number; readonly name: string }[];
}

async function selectByName(tx: Transaction, clusterId: string, names: readonly string[]): Promise<SelectedByName> {
  const keys = names.map((name) => name.split('/'));
  const rows = await tx.query<ObjectRow>(
    `SELECT ${ROW.pods} FROM pods WHERE cluster_id = $1 AND (namespace, name) IN (SELECT * FROM unnest($2::text[], $3::text[]))
     ORDER BY created_position`,
    [clusterId, keys.map(([namespace]) => namespace), keys.map(([, name]) => name)],
  );
  const found = rows.map(storedOf);
  const present = new Set(found.map(({ object: { metadata } }) => `${metadata.namespace}/${metadata.name}`));
  return { found, missing: names.flatMap((name, index) => (present.has(name) ? [] : [{ index, name }])) };
}

async function selectPending(
  tx: Transaction,
  clusterId: string,
  { namespace, labels = [] }: Exclude<PodRequest, { names: readonly string[] }>,
): Promise<StoredObject[]> {
  const values: unknown[] = [clusterId];
  const place = (value: unknown): string => `$${values.push(value)}`;
  const wheres = [
    `cluster_id = $1 AND node_name IS NULL AND phase NOT IN ('Succeeded', 'Failed')`,
    ...(namespace === undefined ? [] : [`namespace = ${place(namespace)}`]),
    ...byLabels(labels).map((condition) => condition(place)),
  ];
  const rows = await tx.query<ObjectRow>(`SELECT ${ROW.pods} FROM pods WHERE ${wheres.join(' AND ')} ORDER BY created_position`, values);
  return rows.map(storedOf);
}
