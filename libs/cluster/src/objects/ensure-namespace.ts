import { findKind, type KindDescription } from '#kubernetes';
import type { Manifest } from './manifest.js';
import type { Refusal } from '../outcome/index.js';
import { admitted, lookupsOf } from './admission.js';
import type { ClusterWrite } from './cluster-write.js';
import { findObject, insertObject } from './object.store.js';
import { stampCreated } from './server-fields.js';

/** Every cluster has this one: it is made when it is first needed. */
const DEFAULT_NAMESPACE = 'default';

/** Refuses a namespace that is not there. */
export async function ensureNamespace(
  work: ClusterWrite,
  kind: KindDescription,
  object: Manifest,
): Promise<Refusal | undefined> {
  const name = object.metadata.namespace ?? '';
  if (!kind.namespaced || name === '' || (await hasNamespace(work, name))) return undefined;
  if (name !== DEFAULT_NAMESPACE)
    return { kind: 'ObjectNotFound', object: { apiVersion: 'v1', kind: 'Namespace', namespace: '', name } };
  await createNamespace(work, name);
  return undefined;
}

/** Creates the object's namespace if it is not there, as an import does. */
export async function makeNamespace(work: ClusterWrite, kind: KindDescription, object: Manifest): Promise<void> {
  const name = object.metadata.namespace ?? '';
  if (kind.namespaced && name !== '' && !(await hasNamespace(work, name))) await createNamespace(work, name);
}

async function hasNamespace({ tx, cluster }: ClusterWrite, name: string): Promise<boolean> {
  return (await findObject(tx, { clusterId: cluster.id, kind: namespaceKind(), namespace: '' }, name)) !== undefined;
}

/** Creates a namespace that something else needs. */
export async function createNamespace({ tx, cluster, record }: ClusterWrite, name: string): Promise<void> {
  const object = newNamespace(name, tx.at);
  const position = record('create', object);
  await insertObject(tx, cluster.id, { object, resourceVersion: position, createdPosition: position });
}

/** A namespace of that name, admitted. */
export function newNamespace(name: string, at: Date): Manifest {
  const stamped = stampCreated({ apiVersion: 'v1', kind: 'Namespace', metadata: { name } }, at);
  const admission = admitted(stamped, { operation: 'create', ...lookupsOf([]) });
  if (admission.refused) throw new Error(`namespace ${name} was not admitted`);
  return admission.value;
}

function namespaceKind(): KindDescription {
  const kind = findKind('v1', 'Namespace');
  if (kind === undefined) throw new Error('the kind Namespace is not registered');
  return kind;
}
