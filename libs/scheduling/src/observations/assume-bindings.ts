import type { ObservedDecision } from '#audit';
import type { Transaction } from '#database';
import type { Manifest } from '#rows';
import { DEFAULT_SCHEDULER_NAME, placedPod, podUid, type Pod } from '#scheduler';
import type { ReplayedState } from '#state';
import { podsAfter } from './observation.queries.js';

/** A decision, and how it is found in the log. */
interface SeenBinding extends Pick<ObservedDecision, 'by' | 'position'> {
  readonly clusterId: string;
  /** Of its pod. */
  readonly uid: string;
  /** Bindings that are seen later are none of them; without it, none are left out for that. */
  readonly until?: Date;
}

/** Bindings of a scheduler that are seen after a state, in the order of the log. */
export interface LaterBindings {
  readonly pods: readonly Pod[];
  /** So many of them are seen before the decision. */
  readonly before: number;
}

/** So many changes after a decision are read, at most. */
const MOST_LATER = 2_000n;

/**
 * What a scheduler bound that is seen after a state: it knows its own bindings before it sees them, as kube-scheduler
 * v1.34 does (AssumePod), and makes one while it decides on the next pod, so that the order in which they are seen is
 * not that of its decisions. They are of pods that wait in the state, on nodes that are there.
 */
export async function laterBindings(
  tx: Transaction,
  { state, past }: ReplayedState,
  { clusterId, by, position, uid, until }: SeenBinding,
): Promise<LaterBindings> {
  const decided = BigInt(position);
  const names = new Set(state.nodes.map(({ name }) => name));
  const bound = new Map<string, Pod>();
  let before = 0;
  const changes = await podsAfter(tx, clusterId, { after: past.position, before: decided + MOST_LATER });
  for (const { text, position: seenAt, at } of changes) {
    if (seenAt > decided && until !== undefined && (at === null || at > until)) break;
    const pod = JSON.parse(text) as Pod & Manifest;
    const key = podUid(pod);
    const counts = key !== uid && !bound.has(key) && names.has(pod.spec?.nodeName ?? '');
    if (!counts || !isBoundBy(pod, by) || !isPendingIn(past, pod)) continue;
    bound.set(key, pod);
    if (seenAt < decided) before += 1;
  }
  return { pods: [...bound.values()], before };
}

/** Adds them to the state. */
export function assumeBindings({ state: { snapshot, nodes } }: ReplayedState, pods: readonly Pod[], at: string): void {
  const rows = new Map(nodes.map(({ name }, row) => [name, row]));
  for (const pod of pods) {
    const row = rows.get(pod.spec?.nodeName ?? '');
    if (row === undefined) continue;
    snapshot.addPod(placedPod(pod, at), row);
    snapshot.nominations.remove(podUid(pod));
  }
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
