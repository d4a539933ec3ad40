import { equalJson } from '#json';
import type { KubernetesObject, Pod } from '#kubernetes';
import type { Change, ControllerContext } from '../../engine/index.js';
import { availableAt } from '../../pods/index.js';
import {
  controllerOf,
  isGoing,
  keyOf,
  uidOf,
  withController,
  withoutOwner,
  type ReadableState,
} from '../../state/index.js';

/** Workloads of a kind, and whether a pod without a controller is one of theirs. */
export interface OwningKind<Owner extends KubernetesObject> {
  readonly kind: string;
  readonly isOf: (owner: Owner, pod: Pod) => boolean;
}

/** The keys of workloads that a change of a pod concerns: those that own it or did, and those that may adopt it. */
export function* concernedBy<Owner extends KubernetesObject>(
  { op, object, before }: Change,
  { kind, isOf }: OwningKind<Owner>,
  state: ReadableState,
): Iterable<string> {
  const owners = [before, object].flatMap((one) => (one === null ? [] : (ownerKey(one, kind, state) ?? [])));
  yield* new Set(owners);
  const mayBeAdopted = op !== 'delete' && controllerOf(object) === undefined && !isGoing(object);
  if (!mayBeAdopted || (before !== null && !changesOwners(before, object))) return;
  for (const owner of state.list(kind, object.metadata.namespace ?? ''))
    if (isOf(owner as Owner, object as Pod)) yield keyOf(owner);
}

/** What pods are a workload's, and how they become so. */
export interface Claim {
  /** Whether one that it has, or that no controller has, is one of its own. */
  readonly isOf: (pod: Pod) => boolean;
  /** Those of its namespace that no controller has. */
  readonly free: readonly Pod[];
  /** Others are passed over. */
  readonly counts?: (pod: Pod) => boolean;
  readonly adopt?: (pod: Pod, owner: KubernetesObject) => Pod;
  readonly release?: (pod: Pod, uid: string) => Pod;
}

/**
 * The pods of a workload, after it has adopted those that match and released those that do not.
 * // as kubernetes v1.34 PodControllerRefManager
 */
export function claimPods(context: ControllerContext, owner: KubernetesObject, claim: Claim): Pod[] {
  const { isOf, free, counts = () => true, adopt = withController, release = withoutOwner } = claim;
  const uid = uidOf(owner);
  const own = (context.state.dependants(uid) as Pod[]).filter(
    (pod) => pod.kind === 'Pod' && controllerOf(pod)?.uid === uid && counts(pod),
  );
  const kept = own.filter((pod) => {
    if (isOf(pod)) return true;
    if (!isGoing(owner)) context.update(release(pod, uid));
    return false;
  });
  if (isGoing(owner)) return kept;
  const found = free.filter((pod) => !isGoing(pod) && counts(pod) && isOf(pod));
  return [...kept, ...found.map((pod) => context.update(adopt(pod, owner)))];
}

/** Looks at a workload again when the next of its pods that are ready becomes available. */
export function wakeWhenAvailable(
  context: ControllerContext,
  key: string,
  { pods, minReadySeconds = 0 }: { readonly pods: readonly Pod[]; readonly minReadySeconds?: number | undefined },
): void {
  if (minReadySeconds === 0) return;
  const times = pods.flatMap((pod) => availableAt(pod, minReadySeconds) ?? []).filter((at) => at > context.now);
  if (times.length > 0) context.wakeBy(key, Math.min(...times));
}

function ownerKey(pod: KubernetesObject, kind: string, state: ReadableState): string | undefined {
  const owner = controllerOf(pod);
  const found = owner?.kind === kind ? state.byUid(owner.uid ?? '') : undefined;
  return found && keyOf(found);
}

function changesOwners(before: KubernetesObject, after: KubernetesObject): boolean {
  const [one, other] = [before.metadata, after.metadata];
  return !equalJson(one.labels, other.labels) || !equalJson(one.ownerReferences, other.ownerReferences);
}
