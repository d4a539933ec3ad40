import { ok, refuse, rolesIn, sightOf, type Caller, type ClusterRow, type Outcome } from '#cluster';
import { sees } from '#database';
import type { ForbiddenPods } from '../run-counts.js';
import type { ScheduleRequest } from '../schedule-request.js';
import type { QueueSlice } from './pod-selection.js';
import type { QueuedPod } from './queued-pod.js';

/**
 * The pods of a slice that the caller may have scheduled, by their namespaces: of all that are pending, the others are
 * none of theirs, and those of them that they see are counted. Those that are asked for by name are not there, unless
 * the caller may.
 */
export function permittedPods(
  cluster: ClusterRow,
  { pods: request }: Pick<ScheduleRequest, 'pods'>,
  { selected, caller: { need } }: { readonly selected: Outcome<QueueSlice>; readonly caller: Caller },
): Outcome<QueueSlice> {
  if (selected.refused || need === undefined) return selected;
  const { pods, next } = selected.value;
  const isPermitted = (pod: QueuedPod): boolean =>
    rolesIn(cluster, namespaceOf(pod)).some((role) => need.roles.includes(role));
  const permitted = pods.filter(isPermitted);
  if (permitted.length === pods.length) return selected;
  if (!('names' in request))
    return ok({
      pods: permitted,
      next,
      forbidden: countSeen(
        cluster,
        pods.filter((pod) => !isPermitted(pod)),
      ),
    });
  const there = new Set(permitted.map(({ object: { metadata } }) => `${metadata.namespace}/${metadata.name}`));
  const missing = request.names.flatMap((name, index) => (there.has(name) ? [] : [{ index, name }]));
  return refuse({ kind: 'PodsNotFound', pods: missing });
}

/** How many of the pods the caller sees, by namespace: of others they are not told that there are any. */
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
