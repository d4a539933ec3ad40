import type { SkipReason } from '#audit';
import type { Sight } from '#access';
import type { Transaction } from '#database';
import type { StoredObject } from '#rows';
import { ok, refuse, type Outcome } from '#requests';
import { readPending, readQueuedByName, type QueuePosition } from './queued-pods.queries.js';
import { PodReader, type QueuedPod, type QueuedPodRow } from './queued-pod.js';
import type { ForbiddenPods } from '../run-counts.js';
import type { PodRequest, ScheduleRequest } from '../schedule-request.js';

/** Pods of one part. */
export interface QueueSlice {
  /** In queue order. */
  readonly pods: readonly QueuedPod[];
  /** Null when there are no more. */
  readonly next: Omit<QueuePosition, 'until'> | null;
  /** Of those between them that the caller sees and may not schedule, how many there are. */
  readonly forbidden?: ForbiddenPods;
}

/**
 * Which pods of those asked for: at most `limit` after a position in the queue. Pods that are asked for by name are one
 * part, of any size.
 */
export interface SliceRequest {
  readonly after: QueuePosition | undefined;
  readonly limit: number;
  /** Of the caller: pending pods that are not visible to them are left out. Without a caller, all are included. */
  readonly sight?: Sight;
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

/** What was selected, unless it is nothing, nothing comes after it, and something was asked for. */
export function unlessEmpty(
  { pods, allowEmpty }: Pick<ScheduleRequest, 'pods' | 'allowEmpty'>,
  selected: Outcome<QueueSlice>,
): Outcome<QueueSlice> {
  if (selected.refused || allowEmpty) return selected;
  const { pods: found, next, forbidden = {} } = selected.value;
  if (found.length > 0 || next !== null) return selected;
  const ofWhom = Object.keys(forbidden).length > 0 ? ' that is yours to schedule' : '';
  return refuse({ kind: 'NoPodsSelected', selection: `${selectionInWords(pods)}${ofWhom}` });
}

function selectionInWords(request: PodRequest): string {
  if ('names' in request) return 'such pod';
  const { namespace, labels } = request;
  const of = namespace === undefined ? '' : ` in namespace ${JSON.stringify(namespace)}`;
  return `pending pod${of}${labels === undefined ? '' : ' with these labels'}`;
}

/** Why a pod that was asked for is not tried. */
export interface Skip {
  readonly reason: SkipReason;
  /** The same in a sentence. */
  readonly message: string;
}

/** A pod that is not tried, and why. */
export interface SkippedPod extends Skip {
  readonly pod: StoredObject;
}

/** Why a pod that was asked for is not tried; undefined when it is. */
export function skipOf(pod: StoredObject, canSchedule: (schedulerName: string) => boolean): Skip | undefined {
  const { metadata, spec, status } = pod.object as unknown as {
    metadata: { deletionTimestamp?: string };
    spec: { nodeName?: string; schedulerName?: string };
    status?: { phase?: string };
  };
  if (status?.phase === 'Succeeded' || status?.phase === 'Failed')
    return { reason: 'Finished', message: `pod has ended: it is ${status.phase}` };
  if (spec.nodeName !== undefined) return { reason: 'AlreadyBound', message: `pod is bound to ${spec.nodeName}` };
  if (metadata.deletionTimestamp !== undefined) return { reason: 'Terminating', message: 'pod is being deleted' };
  const { schedulerName = 'default-scheduler' } = spec;
  if (canSchedule(schedulerName)) return undefined;
  return { reason: 'OtherScheduler', message: `pod is for ${schedulerName}, which no profile of the cluster serves` };
}

/** The pods of a part that are tried, and those that are not. */
export function triedPods(
  pods: readonly StoredObject[],
  canSchedule: (schedulerName: string) => boolean,
): { readonly pods: StoredObject[]; readonly skipped: SkippedPod[] } {
  const tried: StoredObject[] = [];
  const skipped: SkippedPod[] = [];
  for (const pod of pods) {
    const skip = skipOf(pod, canSchedule);
    if (skip === undefined) tried.push(pod);
    else skipped.push({ pod, ...skip });
  }
  return { pods: tried, skipped };
}

interface SelectedByName {
  readonly found: QueuedPod[];
  readonly missing: { readonly index: number; readonly name: string }[];
}

async function selectByName(tx: Transaction, clusterId: string, names: readonly string[]): Promise<SelectedByName> {
  const found = podsOf(await readQueuedByName(tx, clusterId, names));
  const present = new Set(found.map(({ object: { metadata } }) => `${metadata.namespace}/${metadata.name}`));
  return { found, missing: names.flatMap((name, index) => (present.has(name) ? [] : [{ index, name }])) };
}

async function selectPending(
  tx: Transaction,
  clusterId: string,
  { namespace, labels, after, limit, sight }: Exclude<PodRequest, { names: readonly string[] }> & SliceRequest,
): Promise<QueueSlice> {
  const rows = await readPending(tx, clusterId, {
    namespace,
    labels: labels?.requirements ?? [],
    after,
    limit: limit + 1,
    sight,
  });
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
