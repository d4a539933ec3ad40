import { placementColumns } from '#rows';
import type { PlacedRow } from '#state';
import type { PartPlan } from '../decide/index.js';
import type { QueuedPod } from '../read/index.js';

/**
 * The rows that a part's bindings lead to, as the next reader of the cluster sees them; undefined when the part does
 * anything else that memory would show. What pods say that are on no node and have none in view it does not.
 */
export function boundRows(
  { effects }: Pick<PartPlan, 'effects'>,
  { pods, at }: { readonly pods: readonly QueuedPod[]; readonly at: Date },
): PlacedRow[] | undefined {
  const queued = new Map(pods.map((pod) => [pod.object.metadata.uid, pod]));
  // A binding says when the pod started, in whole seconds.
  const started = String(Math.floor(at.getTime() / 1000) * 1000);
  const rows: PlacedRow[] = [];
  for (const effect of effects) {
    if (effect.op === 'fail' && effect.inView === undefined && !effect.decided.status?.nominatedNodeName) continue;
    const pod = effect.op === 'bind' ? queued.get(effect.pod.uid) : undefined;
    if (effect.op !== 'bind' || pod === undefined) return undefined;
    const { namespace, name, uid } = effect.pod;
    rows.push([
      namespace,
      name,
      uid,
      effect.node,
      String(pod.createdPosition),
      started,
      pod.shape ?? placementColumns(pod.object).shape,
      null,
    ]);
  }
  return rows;
}
