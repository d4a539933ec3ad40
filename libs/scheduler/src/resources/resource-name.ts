/** Which resource names the engine keeps an account of. As k8s.io/kubernetes v1.34 pkg/apis/core/v1/helper. */
import { qualifiedNameProblems } from '#apimachinery';

export const CPU = 'cpu';
export const MEMORY = 'memory';
export const EPHEMERAL_STORAGE = 'ephemeral-storage';
export const PODS = 'pods';

const NATIVE_DOMAIN = 'kubernetes.io/';
const HUGE_PAGES = 'hugepages-';
const ATTACHABLE_VOLUMES = 'attachable-volumes-';
const QUOTA_PREFIX = 'requests.';

/**
 * Resources of a vendor's domain (`nvidia.com/gpu`): not in Kubernetes' own namespace, no quota
 * name, and a qualified name.
 */
export function isExtendedResource(name: string): boolean {
  if (!name.includes('/') || name.includes(NATIVE_DOMAIN) || name.startsWith(QUOTA_PREFIX)) return false;
  return qualifiedNameProblems(QUOTA_PREFIX + name).length === 0;
}

/**
 * Resources counted one by one by name: extended ones, huge pages, Kubernetes' own prefixed ones, attachable volumes.
 */
export function isScalarResource(name: string): boolean {
  return (
    isHugePages(name) || name.includes(NATIVE_DOMAIN) || name.startsWith(ATTACHABLE_VOLUMES) || isExtendedResource(name)
  );
}

/** `hugepages-2Mi` and the like. */
export function isHugePages(name: string): boolean {
  return name.startsWith(HUGE_PAGES);
}

/** Resources a pod can ask for as a whole, in `spec.resources`. As k8s.io/component-helpers v1.34 resource. */
export function isPodLevelResource(name: string): boolean {
  return name === CPU || name === MEMORY || isHugePages(name);
}
