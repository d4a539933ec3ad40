import type { Manifest } from '#rows';

/** What holds claims and volumes while they are in use: nothing is mounted here, and so their controllers let go. */
const PROTECTION: ReadonlySet<string> = new Set(['kubernetes.io/pvc-protection', 'kubernetes.io/pv-protection']);

/** An object as the controllers of the protection of storage leave it when it is deleted. */
export function withoutProtection(object: Manifest): Manifest {
  const { finalizers = [], ...metadata } = object.metadata;
  if (!finalizers.some((one) => PROTECTION.has(one))) return object;
  const left = finalizers.filter((one) => !PROTECTION.has(one));
  return { ...object, metadata: { ...metadata, ...(left.length > 0 && { finalizers: left }) } };
}
