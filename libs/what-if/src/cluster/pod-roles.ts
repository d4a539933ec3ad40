import type { Pod } from '#scheduler';

/** The object that creates a pod again when it is gone; undefined where none does. */
export function controllerOf({ metadata }: Pod): { readonly kind: string; readonly name: string } | undefined {
  const owner = metadata?.ownerReferences?.find(({ controller }) => controller === true);
  return owner && { kind: owner.kind ?? '', name: owner.name ?? '' };
}

/** Whether the pod is bound to what its node is: one of a DaemonSet, or one that the kubelet has from a file. */
export function belongsToItsNode(pod: Pod): boolean {
  const { annotations = {} } = pod.metadata ?? {};
  return controllerOf(pod)?.kind === 'DaemonSet' || annotations['kubernetes.io/config.mirror'] !== undefined;
}
