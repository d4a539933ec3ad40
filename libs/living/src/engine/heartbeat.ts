import { equalJson } from '#json';
import type { Change } from './change.js';

/** Whether a change is none that settling waits for: an Event, a Lease, or a heartbeat in a node. */
export function isHeartbeat({ object, before }: Pick<Change, 'object' | 'before'>): boolean {
  if (object.kind === 'Event' || object.kind === 'Lease') return true;
  return object.kind === 'Node' && before !== null && equalJson(stripped(object), stripped(before));
}

function stripped(value: unknown): unknown {
  return JSON.parse(
    JSON.stringify(value, (key, field: unknown) =>
      key === 'resourceVersion' || key === 'managedFields' || key === 'lastHeartbeatTime' ? undefined : field,
    ),
  );
}
