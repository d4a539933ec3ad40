import { IncomingPod } from '../pods/index.js';
import type { Pod } from '../objects/index.js';
import { cycleFor } from '../attempt/index.js';
import type { Cycle } from '../plugin.js';
import type { BoundPlugin } from '../profile/index.js';
import type { Snapshot } from '../snapshot/index.js';
import { StatusTable } from '../evidence/index.js';

/** What plugins see of attempts of one pod; ids of statuses mean the same in all of them. */
export function makeCycles(pod: Pod, snapshot: Snapshot): (bound: BoundPlugin) => Cycle {
  const scope = { pod: new IncomingPod(pod), snapshot, statuses: new StatusTable() };
  return (bound) => cycleFor(bound, scope);
}
