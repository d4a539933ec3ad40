import type { PreFilterRecord } from './attempt.js';
import type { Evidence } from './evidence.js';
import { compareBytes } from './snapshot/index.js';

/** What kube-scheduler says of a cluster without nodes. */
export const NO_NODES_AVAILABLE = 'no nodes available to schedule pods';

/**
 * Why no node fits, in kube-scheduler's words: `0/5 nodes are available: 2 Insufficient cpu, 3 node(s) were unschedulable.` The
 * counted reasons are sorted as texts. As kube-scheduler v1.34 FitError.Error, without the part of PostFilter.
 */
export function fitErrorMessage(preFilter: PreFilterRecord, evidence: Evidence): string {
  const head = `0/${evidence.nodeCount} nodes are available:`;
  if (preFilter.status.code !== 'Success') {
    const message = preFilter.status.reasons.join(', ');
    if (message !== '') return `${head} ${message}.`;
  }
  const counted = [...countReasons(evidence)].map(([reason, count]) => `${count} ${reason}`).sort(compareBytes);
  return counted.length === 0 ? head : `${head} ${counted.join(', ')}.`;
}

/** A node with several reasons counts in each. */
function countReasons({ first, statuses }: Evidence): ReadonlyMap<string, number> {
  const nodes = new Map<number, number>();
  for (const id of first) nodes.set(id, (nodes.get(id) ?? 0) + 1);
  const reasons = new Map<string, number>();
  for (const [id, count] of nodes) {
    for (const reason of statuses[id]?.reasons ?? []) reasons.set(reason, (reasons.get(reason) ?? 0) + count);
  }
  return reasons;
}
