import { findKind, type KindDescription } from '#kubernetes';
import type { Manifest } from '#rows';

/** The description of a kind that is always kept. */
export function kindOf(apiVersion: string, kind: string): KindDescription {
  const found = findKind(apiVersion, kind);
  if (found === undefined) throw new Error(`the kind ${kind} is not registered`);
  return found;
}

/** A pod of which the address alone is known. */
export function unreadPod(namespace: string, name: string): Manifest {
  return { apiVersion: 'v1', kind: 'Pod', metadata: { namespace, name } };
}
