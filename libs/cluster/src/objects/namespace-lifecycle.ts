import type { KindDescription } from '#kubernetes';
import type { ObjectRef, Refusal } from '#requests';
import type { Manifest } from '#rows';
import { refOf, isInitialNamespace } from '#writes';
import type { ClusterWrite } from './cluster-write.js';
import { kindOf } from './kind-of.js';
import { findObject } from './object.store.js';

/** Namespaces that stay. */
const IMMORTAL: readonly string[] = ['default', 'kube-public', 'kube-system'];

/**
 * Refuses an object that is to be in a namespace that is not there, or that is on its way out.
 * // as API server v1.34 admission plugin NamespaceLifecycle
 */
export async function refusedNamespace(
  { tx, cluster, draft, isUnseen = false }: ClusterWrite,
  kind: KindDescription,
  object: Manifest,
): Promise<Refusal | undefined> {
  // A namespace itself is in none: that of an unseen one is refused as one that the caller may not make.
  const name = object.metadata.namespace ?? '';
  if (!kind.namespaced || name === '')
    return isUnseen ? { kind: 'ObjectNotFound', object: namespaceOf(object.metadata.name) } : undefined;
  if (isUnseen) return { kind: 'ObjectNotFound', object: namespaceOf(name) };
  const found = await findObject(tx, { clusterId: cluster.id, kind: kindOf('v1', 'Namespace'), namespace: '' }, name);
  if (found === undefined)
    return isInitialNamespace(name) ? undefined : { kind: 'ObjectNotFound', object: namespaceOf(name) };
  draft.sawNamespace(name);
  const { phase } = (found.object.status ?? {}) as { readonly phase?: string };
  return phase === 'Terminating' ? { kind: 'NamespaceTerminating', object: refOf(object), namespace: name } : undefined;
}

/** Refuses that a namespace goes which every cluster has. // as the same plugin */
export function refusedDeletion({ kind }: KindDescription, name: string): Refusal | undefined {
  if (kind !== 'Namespace' || !IMMORTAL.includes(name)) return undefined;
  const reasons = ['this namespace may not be deleted'];
  return { kind: 'ObjectForbidden', object: namespaceOf(name), step: 'NamespaceLifecycle', reasons };
}

function namespaceOf(name: string): ObjectRef {
  return { apiVersion: 'v1', kind: 'Namespace', namespace: '', name };
}
