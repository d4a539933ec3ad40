import type { PastObject, PastState } from '#state';

interface OwnerReference {
  readonly kind: string;
  readonly name: string;
  readonly controller?: boolean;
}

/** A chain of controllers is no longer than this; a wrong manifest could make a circle. */
const LONGEST_CHAIN = 5;

/**
 * The topmost controller of a pod as `Deployment web`: a ReplicaSet that a Deployment controls stands for that, as a
 * Job does for its CronJob. Null of a pod without one.
 */
export function ownerOf(state: PastState, pod: PastObject): string | null {
  let [object, owner]: [PastObject | undefined, OwnerReference | undefined] = [pod, controllerOf(pod)];
  for (let step = 0; step < LONGEST_CHAIN && owner !== undefined; step++) {
    object = state.get(owner.kind, pod.namespace, owner.name);
    const above: OwnerReference | undefined = object && controllerOf(object);
    if (above === undefined) break;
    owner = above;
  }
  return owner === undefined ? null : `${owner.kind} ${owner.name}`;
}

function controllerOf(object: PastObject): OwnerReference | undefined {
  const { ownerReferences = [] } = object.stored().object.metadata as {
    readonly ownerReferences?: readonly OwnerReference[];
  };
  return ownerReferences.find(({ controller }) => controller === true);
}
