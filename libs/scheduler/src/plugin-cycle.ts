import type { StatusCode } from './evidence.js';
import type { IncomingPod } from './incoming-pod.js';
import type { Cycle, StatusId } from './plugin.js';
import type { BoundPlugin } from './profile/index.js';
import type { ReadableSnapshot } from './snapshot/index.js';
import type { StatusTable } from './statuses.js';

/** What all plugins of one attempt share. */
export interface AttemptScope {
  readonly pod: IncomingPod;
  readonly snapshot: ReadableSnapshot;
  readonly statuses: StatusTable;
}

/** The view that one plugin has of one attempt: it can only speak in its own name. */
export function cycleFor(bound: BoundPlugin, scope: AttemptScope): Cycle {
  return new PluginCycle(bound, scope);
}

class PluginCycle implements Cycle {
  readonly pod: IncomingPod;
  readonly snapshot: ReadableSnapshot;
  readonly args: unknown;

  constructor(private readonly bound: BoundPlugin, private readonly scope: AttemptScope) {
    this.pod = scope.pod;
    this.snapshot = scope.snapshot;
    this.args = bound.args;
  }

  /** Most plugins say nothing when they are asked, so that the function is made when it is wanted. */
  get status(): Cycle['status'] {
    const { bound: { plugin }, scope: { statuses } } = this;
    return (code: StatusCode, ...reasons: readonly string[]): StatusId => statuses.intern(plugin.name, code, reasons);
  }
}
