import { ok, refuse, rolesIn, type Caller, type ClusterRow, type Outcome } from '#cluster';
import type { ScheduleRequest } from '../schedule-request.js';
import type { QueueSlice } from './pod-selection.js';

/**
 * The pods of a slice that the caller may have scheduled, by their namespaces: of all that are pending, the others are
 * none of theirs. Those that are asked for by name are not there, unless the caller may.
 */
export function permittedPods(
  cluster: ClusterRow,
  { pods: request }: Pick<ScheduleRequest, 'pods'>,
  { selected, caller: { need } }: { readonly selected: Outcome<QueueSlice>; readonly caller: Caller },
): Outcome<QueueSlice> {
  if (selected.refused || need === undefined) return selected;
  const { pods, next } = selected.value;
  const permitted = pods.filter(({ object }) =>
    rolesIn(cluster, object.metadata.namespace ?? '').some((role) => need.roles.includes(role)),
  );
  if (permitted.length === pods.length) return selected;
  if (!('names' in request)) return ok({ pods: permitted, next });
  const there = new Set(permitted.map(({ object: { metadata } }) => `${metadata.namespace}/${metadata.name}`));
  const missing = request.names.flatMap((name, index) => (there.has(name) ? [] : [{ index, name }]));
  return refuse({ kind: 'PodsNotFound', pods: missing });
}
