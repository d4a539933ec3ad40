import { findKind, type KindDescription } from '#kubernetes';
import type { Refusal } from '../outcome/index.js';
import type { Manifest } from '../rows/index.js';
import type { ClusterWrite } from './cluster-write.js';
import { findObject } from './object.store.js';

/** Every cluster has this one: it is made when it is first needed. */
const DEFAULT_NAMESPACE = 'default';

/** Refuses an object that is to be in a namespace that is not there. */
export async function missingNamespace(
  { tx, cluster, draft }: ClusterWrite,
  kind: KindDescription,
  object: Manifest,
): Promise<Refusal | undefined> {
  const name = object.metadata.namespace ?? '';
  if (!kind.namespaced || name === '') return undefined;
  const found = await findObject(tx, { clusterId: cluster.id, kind: namespaceKind(), namespace: '' }, name);
  if (found !== undefined) draft.sawNamespace(name);
  else if (name !== DEFAULT_NAMESPACE)
    return { kind: 'ObjectNotFound', object: { apiVersion: 'v1', kind: 'Namespace', namespace: '', name } };
  return undefined;
}

function namespaceKind(): KindDescription {
  const kind = findKind('v1', 'Namespace');
  if (kind === undefined) throw new Error('the kind Namespace is not registered');
  return kind;
}
