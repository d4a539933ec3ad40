import type { ObservedDecision } from '#audit';
import type { Transaction } from '#database';
import type { Manifest } from '#rows';
import { DEFAULT_SCHEDULER_NAME, placedPod, podUid, type Pod } from '#scheduler';
import type { ReplayedState } from '#state';
import { podsAfter } from './observation.queries.js';

/**
 * Adds to a state what a scheduler has bound after it, up to a decision: it knows its own bindings before it sees them,
 * as kube-scheduler v1.34 does (AssumePod). Answers how many these are.
 */
export async function assumeBindings(
  tx: Transaction,
  { state, past }: ReplayedState,
  { clusterId, by, position, at }: Pick<ObservedDecision, 'by' | 'position' | 'at'> & { readonly clusterId: string },
): Promise<number> {
  const { snapshot, nodes } = state;
  const rows = new Map(nodes.map(({ name }, row) => [name, row]));
  const bound = new Map<string, Pod>();
  for (const text of await podsAfter(tx, clusterId, { after: past.position, before: BigInt(position) })) {
    const pod = JSON.parse(text) as Pod & Manifest;
    if (isBoundBy(pod, by) && isPendingIn(past, pod)) bound.set(podUid(pod), pod);
  }
  let assumed = 0;
  for (const [uid, pod] of bound) {
    const row = rows.get(pod.spec?.nodeName ?? '');
    if (row === undefined) continue;
    snapshot.addPod(placedPod(pod, at), row);
    snapshot.nominations.remove(uid);
    assumed += 1;
  }
  return assumed;
}

function isBoundBy({ spec, status }: Pod, by: string): boolean {
  if (!spec?.nodeName || (spec.schedulerName ?? DEFAULT_SCHEDULER_NAME) !== by) return false;
  const { phase } = (status ?? {}) as { readonly phase?: string };
  return phase !== 'Succeeded' && phase !== 'Failed';
}

/** A pod that is there under its name and waits, or is not there yet and came to wait. */
function isPendingIn(past: ReplayedState['past'], { metadata }: Manifest): boolean {
  const found = past.get('Pod', metadata.namespace ?? '', metadata.name);
  return found !== undefined && found.uid === metadata.uid
    ? found.placement.node === null
    : metadata['ownerReferences'] === undefined || !isOfNode(metadata);
}

/** What a kubelet shows of a pod of its own was placed by no scheduler. */
function isOfNode({ ownerReferences }: Manifest['metadata'] & { readonly ownerReferences?: unknown }): boolean {
  return (ownerReferences as readonly { readonly kind?: string }[]).some(({ kind }) => kind === 'Node');
}
