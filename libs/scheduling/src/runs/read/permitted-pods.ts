import { ok, refuse, type Outcome } from '#requests';
import { rolesIn, sightOf, sees } from '#access';
import { type ClusterRow } from '#cluster';
import { type Caller, type Transaction } from '#database';
import type { ForbiddenPods } from '../run-counts.js';
import type { ScheduleRequest } from '../schedule-request.js';
import { selectPods, type QueueSlice } from './pod-selection.js';
import type { QueuedPod } from './queued-pod.js';

/**
 * The pods of a slice that the caller may have scheduled, by their namespaces: of all that are pending, the others are
 * none of theirs, and those of them that they see are counted. Of those that are asked for by name, what the caller
 * does not see is not there, be it or not; for what they see and may not have scheduled they need a role.
 */
export function permittedPods(
  cluster: ClusterRow,
  { pods: request }: Pick<ScheduleRequest, 'pods'>,
  { selected, caller: { need } }: { readonly selected: Outcome<QueueSlice>; readonly caller: Caller },
): Outcome<QueueSlice> {
  if (need === undefined) return selected;
  const mayIn = (namespace: string): boolean => rolesIn(cluster, namespace).some((role) => need.roles.includes(role));
  if ('names' in request) {
    const seen = withoutUnseen(cluster, request.names, selected);
    if (seen.refused) return seen;
    const isPermitted = seen.value.pods.every((pod) => mayIn(namespaceOf(pod)));
    return isPermitted ? seen : refuse({ kind: 'Forbidden', roles: need.roles, why: ofWhich(seen.value, mayIn) });
  }
  if (selected.refused) return selected;
  const { pods, next } = selected.value;
  const permitted = pods.filter((pod) => mayIn(namespaceOf(pod)));
  if (permitted.length === pods.length) return selected;
  const others = pods.filter((pod) => !mayIn(namespaceOf(pod)));
  return ok({ pods: permitted, next, forbidden: countSeen(cluster, others) });
}

/** The first pod that a run would have, before it has begun: what the caller does not see is no pod of it. */
export async function firstPermitted(
  tx: Transaction,
  cluster: ClusterRow,
  request: Pick<ScheduleRequest, 'pods'>,
): Promise<Outcome<QueueSlice>> {
  const slice = { after: undefined, limit: 1, sight: sightOf(cluster) };
  const selected = await selectPods(tx, cluster.id, request.pods, slice);
  return permittedPods(cluster, request, { selected, caller: tx.caller });
}

/** Pods that were asked for by name, unless one does not exist or is not visible: the caller does not learn which. */
function withoutUnseen(
  cluster: ClusterRow,
  names: readonly string[],
  selected: Outcome<QueueSlice>,
): Outcome<QueueSlice> {
  const sight = sightOf(cluster);
  const missing = new Set(
    selected.refused && selected.refusal.kind === 'PodsNotFound' ? selected.refusal.pods.map(({ index }) => index) : [],
  );
  if (selected.refused && missing.size === 0) return selected;
  for (const [index, name] of names.entries()) if (!sees(sight, name.split('/', 1)[0] ?? '')) missing.add(index);
  if (missing.size === 0) return selected;
  return refuse({
    kind: 'PodsNotFound',
    pods: names.flatMap((name, index) => (missing.has(index) ? [{ index, name }] : [])),
  });
}

/** Which of them the caller sees and may not have scheduled, in words. */
function ofWhich({ pods }: QueueSlice, mayIn: (namespace: string) => boolean): string {
  const namespaces = [...new Set(pods.map(namespaceOf))].filter((namespace) => !mayIn(namespace));
  return `the request names pods of ${namespaces.sort().join(', ')}`;
}

/** How many of the pods the caller sees, by namespace: that others exist is not disclosed. */
function countSeen(cluster: ClusterRow, pods: readonly QueuedPod[]): ForbiddenPods {
  const sight = sightOf(cluster);
  const counts = new Map<string, number>();
  for (const namespace of pods.map(namespaceOf))
    if (sees(sight, namespace)) counts.set(namespace, (counts.get(namespace) ?? 0) + 1);
  return Object.fromEntries(counts);
}

function namespaceOf({ object }: QueuedPod): string {
  return object.metadata.namespace ?? '';
}
