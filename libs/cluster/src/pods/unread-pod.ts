import type { Manifest } from '#rows';

/** A pod of which the address alone is known. */
export function unreadPod(namespace: string, name: string): Manifest {
  return { apiVersion: 'v1', kind: 'Pod', metadata: { namespace, name } };
}
