import type { PastObject, PastState } from '../objects/index.js';
import type { ClusterMemory } from '../columns/index.js';
import { listedObjects, nodeRows, takePods } from './recall-cluster.js';
import type { Touched } from '#cluster';

/** Where a recalled cluster is to go, and by what. */
export interface FollowedPast {
  readonly past: PastState;
  readonly touched: readonly Touched[];
  /** Which pods are where the log has them; all of them unless given. */
  readonly takes?: (pod: PastObject) => boolean;
}

/**
 * Brings a recalled cluster to a later past, as `catchUp` brings one to the present: what was touched on the way is
 * read once, from where it leads. The budgets are not in it: they are made for the time of their use. Pods that are not
 * taken are left to whoever places them otherwise than the log.
 */
export async function followPast(
  memory: ClusterMemory,
  { past, touched, takes = () => true }: FollowedPast,
): Promise<void> {
  const found = touched.flatMap(({ kind, namespace, name }) => past.get(kind, namespace, name) ?? []);
  // First out of the way: what is gone, or has become another of the same name with a place behind the others.
  memory.remove(touched.filter(({ kind }) => kind === 'Pod'));
  memory.removeNodes(touched.filter(({ kind, deleted }) => kind === 'Node' && deleted).map(({ name }) => name));
  for (const object of touched)
    if (object.deleted && object.kind !== 'Node' && object.kind !== 'Pod') memory.removeObject(object);
  memory.setObjects(listedObjects(found));
  const arrived = memory.setNodes(nodeRows(found.filter(({ kind }) => kind === 'Node')));
  // Pods may have been bound to a node before it was there.
  const pods = arrived.length > 0 ? past.ofKind('Pod') : found.filter(({ kind }) => kind === 'Pod');
  await takePods(memory, pods.filter(takes));
}
