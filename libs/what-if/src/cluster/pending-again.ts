import type { Pod } from '#scheduler';

/**
 * The pod that a controller makes in the place of one that went: it waits for a node. It keeps its name here, so that
 * it is seen where it goes; a ReplicaSet would give it another one.
 */
export function pendingAgain(pod: Pod, { uid, at }: { readonly uid: string; readonly at: string }): Pod {
  const { nodeName: _, ...spec } = pod.spec ?? {};
  const { deletionTimestamp: _gone, ...metadata } = pod.metadata ?? {};
  return { ...pod, metadata: { ...metadata, uid, creationTimestamp: at }, spec, status: { phase: 'Pending' } };
}
