import type { Labels } from '#apimachinery';

/** What says of a pod who creates it. */
interface OwnedPod {
  readonly metadata?: { readonly annotations?: Labels | null; readonly ownerReferences?: readonly Owner[] | null };
}

interface Owner {
  readonly kind?: string;
  readonly name?: string;
  readonly controller?: boolean | null;
}

/**
 * What becomes of a pod that is evicted. `recreated`: its controller creates another one, which goes where it fits.
 * `stays`: it belongs to its node, where the DaemonSet or the kubelet creates it again at once. `lost`: no controller
 * creates it again.
 */
export type AfterEviction = 'recreated' | 'stays' | 'lost';

/** The annotation of a static pod: one that the kubelet has from a file, and the API server as a mirror only. */
export const MIRROR_POD = 'kubernetes.io/config.mirror';

/** The object that creates a pod again when it is gone; undefined where none does. */
export function controllerOf({ metadata }: OwnedPod): { readonly kind: string; readonly name: string } | undefined {
  const owner = metadata?.ownerReferences?.find(({ controller }) => controller === true);
  return owner && { kind: owner.kind ?? '', name: owner.name ?? '' };
}

/** What becomes of the pod. // as kubectl drain v1.34, whose filters leave such pods on the node or require --force */
export function afterEviction(pod: OwnedPod): AfterEviction {
  const controller = controllerOf(pod);
  if (controller?.kind === 'DaemonSet' || pod.metadata?.annotations?.[MIRROR_POD] !== undefined) return 'stays';
  return controller === undefined ? 'lost' : 'recreated';
}
