import type { Status } from '../../evidence/index.js';
import { countedMessage } from '../../attempt/index.js';
import type { FailedAttempt, RoomSearch, TrialNode } from '../../plugin.js';
import type { ReadableSnapshot } from '../../snapshot/index.js';
import { Candidate } from './candidate.js';
import type { DisruptionBudgets } from './disruption-budgets.js';
import { selectVictims } from './victims.js';

/** Who needs room, and in what. */
export interface RoomNeed {
  readonly snapshot: ReadableSnapshot;
  readonly priority: number;
  readonly budgets: DisruptionBudgets;
}

const NOT_HELPFUL = 'Preemption is not helpful for scheduling';

/**
 * Tries every node where kube-scheduler's own first verdict is that other pods are in the way, without regard to the
 * filters behind it.
 */
export function searchRoom(
  need: RoomNeed,
  failed: FailedAttempt,
): RoomSearch & { readonly candidates: readonly Candidate[] } {
  const candidates: Candidate[] = [];
  const failures = new Map<number, Status>();
  const { budgets } = need;
  const tried = failed.rehearse(
    'victims',
    (node) => candidateOn(node, need),
    // An error may be about victims, too.
    (found) => (found instanceof Candidate ? budgets.standAs(found.stands) : found.code !== 'Error'),
  );
  const rows = failed.rowsWith('Unschedulable');
  for (let at = 0; at < rows.length; at += 1) {
    const row = rows[at] ?? 0;
    const found = tried(row);
    if (found instanceof Candidate) candidates.push(found);
    else failures.set(row, found);
  }
  return { candidates, failures };
}

function candidateOn(node: TrialNode, need: RoomNeed): Candidate | Status {
  const found = selectVictims(node, need);
  if (!('victims' in found)) return found;
  if (found.victims.length > 0) return new Candidate(node.row, found);
  const name = need.snapshot.nodes[node.row]?.name ?? '';
  return { plugin: null, code: 'Error', reasons: [`expected at least one victim pod on node ${JSON.stringify(name)}`] };
}

/** Why no node would do: `0/5 nodes are available: 2 Insufficient cpu, 3 Preemption is not helpful for scheduling.` */
export function nowhereMessage({ failures }: RoomSearch, nodeCount: number): string {
  const reasons = new Map<string, number>();
  const count = (reason: string, nodes: number): Map<string, number> =>
    reasons.set(reason, (reasons.get(reason) ?? 0) + nodes);
  for (const status of failures.values()) for (const reason of status.reasons) count(reason, 1);
  if (nodeCount > failures.size) count(NOT_HELPFUL, nodeCount - failures.size);
  return countedMessage(nodeCount, reasons);
}
