import type { Controllers, GroupedPod } from '../pods/index.js';

/** A chain of controllers is no longer than this; a wrong manifest could make a circle. */
const LONGEST_CHAIN = 5;

/**
 * The topmost controller of a pod as `Deployment web`: a ReplicaSet that a Deployment controls stands for that, as a
 * Job does for its CronJob. Null of a pod without one.
 */
export function ownerOf(controllers: Controllers, { controller, namespace }: GroupedPod): string | null {
  let owner = controller;
  for (let step = 0; step < LONGEST_CHAIN && owner !== undefined; step++) {
    const above = controllers(owner.kind, namespace, owner.name);
    if (above === undefined) break;
    owner = above;
  }
  return owner === undefined ? null : `${owner.kind} ${owner.name}`;
}
