import type { Status } from '../../evidence.js';
import { countedMessage } from '../../fit-error.js';
import type { FailedAttempt, PreemptionCandidate, RoomSearch } from '../../plugin.js';
import type { ReadableSnapshot } from '../../snapshot/index.js';
import type { DisruptionBudgets } from './disruption-budgets.js';
import { selectVictims } from './victims.js';

/** Who needs room, and in what. */
export interface RoomNeed {
  readonly snapshot: ReadableSnapshot;
  readonly priority: number;
  readonly budgets: DisruptionBudgets;
}

const NOT_HELPFUL = 'Preemption is not helpful for scheduling';

/** Tries every node where kube-scheduler's own first verdict is that other pods are in the way, whatever the filters behind it say. */
export function searchRoom(need: RoomNeed, failed: FailedAttempt): RoomSearch {
  const candidates: PreemptionCandidate[] = [];
  const failures = new Map<number, Status>();
  const { nodes } = need.snapshot;
  nodes.forEach(({ name }, row) => {
    if (failed.statusOf(row).code !== 'Unschedulable') return;
    const found = failed.tryNode(row, (node) => selectVictims(node, need));
    if (!('victims' in found)) failures.set(row, found);
    else if (found.victims.length > 0) candidates.push({ row, ...found });
    else failures.set(row, { plugin: null, code: 'Error', reasons: [`expected at least one victim pod on node ${JSON.stringify(name)}`] });
  });
  return { candidates, failures };
}

/** Why no node would do: `0/5 nodes are available: 2 Insufficient cpu, 3 Preemption is not helpful for scheduling.` */
export function nowhereMessage({ failures }: RoomSearch, nodeCount: number): string {
  const reasons = new Map<string, number>();
  const count = (reason: string, nodes: number): Map<string, number> => reasons.set(reason, (reasons.get(reason) ?? 0) + nodes);
  for (const status of failures.values()) for (const reason of status.reasons) count(reason, 1);
  if (nodeCount > failures.size) count(NOT_HELPFUL, nodeCount - failures.size);
  return countedMessage(nodeCount, reasons);
}
