import type { WarmCluster } from '#state';
import type { ClusterHead } from '#writes';
import type { PartPlan } from '../decide/index.js';
import type { ReadPart } from '../read/index.js';
import { boundRows } from './bound-rows.js';

/** What was written is in memory from now on, and what was not is gone from there. */
export function settlePart(
  cluster: WarmCluster,
  {
    read: { state, pods },
    plan,
    head,
    at,
  }: { readonly read: ReadPart; readonly plan: PartPlan; readonly head: ClusterHead; readonly at: Date },
): void {
  for (const base of plan.bases) state.traceBases.keep(base);
  if (plan.chunks.length > 0) plan.nodeSet.stored = true;
  const bound = boundRows(plan, { pods, at });
  if (bound !== undefined) cluster.settle(head, bound);
}
