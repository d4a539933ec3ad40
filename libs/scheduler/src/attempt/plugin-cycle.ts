import type { StatusCode, StatusTable } from '../evidence/index.js';
import type { IncomingPod } from '../pods/index.js';
import type { Cycle, StatusId } from '../plugin.js';
import type { BoundPlugin } from '../profile/index.js';
import type { ReadableSnapshot } from '../snapshot/index.js';

/** What all plugins of one attempt share. */
export interface AttemptScope {
  readonly pod: IncomingPod;
  readonly snapshot: ReadableSnapshot;
  readonly statuses: StatusTable;
}

/** The view that one plugin has of one attempt: it can only speak in its own name. */
export function cycleFor({ plugin, args }: BoundPlugin, { pod, snapshot, statuses }: AttemptScope): Cycle {
  return {
    pod,
    snapshot,
    args,
    status: (code: StatusCode, ...reasons: readonly string[]): StatusId => statuses.intern(plugin.name, code, reasons),
  };
}
