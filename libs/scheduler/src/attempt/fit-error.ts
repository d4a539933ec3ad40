import type { PreFilterRecord } from './attempt.js';
import type { Combination, Evidence } from '../evidence/index.js';
import type { AppliedPolicy } from '../profile/index.js';
import { compareBytes } from '../snapshot/index.js';

/** What kube-scheduler says of a cluster without nodes. */
export const NO_NODES_AVAILABLE = 'no nodes available to schedule pods';

/**
 * Why no node fits, in kube-scheduler's words: `0/5 nodes are available: 2 Insufficient cpu, 3 node(s) were
 * unschedulable.` As kube-scheduler v1.34 FitError.Error, without the part of PostFilter. `strayReasons`: of nodes that
 * only an extender knows; it counts them.
 */
export function fitErrorMessage(
  preFilter: PreFilterRecord,
  evidence: Evidence,
  strayReasons: readonly string[] = [],
): string {
  const rejected = preFilter.status.code === 'Success' ? '' : preFilter.status.reasons.join(', ');
  return rejected === ''
    ? countedMessage(evidence.nodeCount, countReasons(evidence, saidFirst, strayReasons))
    : `${headOf(evidence.nodeCount)} ${rejected}.`;
}

/** How many of the nodes have which reason, sorted as texts; a node with several reasons counts in each. */
export function countedMessage(nodeCount: number, reasons: ReadonlyMap<string, number>): string {
  const counted = [...reasons].map(([reason, count]) => `${count} ${reason}`).sort(compareBytes);
  return counted.length === 0 ? headOf(nodeCount) : `${headOf(nodeCount)} ${counted.join(', ')}.`;
}

function headOf(nodeCount: number): string {
  return `0/${nodeCount} nodes are available:`;
}

/**
 * The same for a Policy: what PreFilter says is counted like everything else, and where all predicates are checked,
 * every failing filter says its reasons. As kube-scheduler v1.20 FitError.Error.
 */
export function policyFitError(
  evidence: Evidence,
  { alwaysCheckAllPredicates }: AppliedPolicy,
  strayReasons: readonly string[] = [],
): string {
  const saidBy = alwaysCheckAllPredicates ? saidTogether : saidFirst;
  return countedMessage(evidence.nodeCount, countReasons(evidence, saidBy, strayReasons));
}

/** What is kube-scheduler's answer for such nodes. */
export function saidFirst({ first }: Said): readonly number[] {
  return [first];
}

type Said = Pick<Combination, 'first' | 'failures'>;

/** The same where all predicates are checked. What PreFilter or nominated pods say stands for itself. */
export function saidTogether({ first, failures }: Said): readonly number[] {
  return first === failures[0] ? failures : [first];
}

function countReasons(
  { combinations, statuses }: Evidence,
  saidBy: (said: Said) => readonly number[],
  strayReasons: readonly string[] = [],
): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const combination of combinations) {
    for (const reason of saidBy(combination).flatMap((id) => statuses[id]?.reasons ?? []))
      counts.set(reason, (counts.get(reason) ?? 0) + combination.rows);
  }
  for (const reason of strayReasons) counts.set(reason, (counts.get(reason) ?? 0) + 1);
  return counts;
}
