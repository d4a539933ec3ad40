import type { KindDescription } from '#kubernetes';
import { importedObject } from './imported-object.js';
import { ok, refuse, type Outcome } from '../outcome/index.js';
import { admitted, readLookups } from './admission.js';
import type { ClusterWrite } from './cluster-write.js';
import { makeNamespace } from './ensure-namespace.js';
import type { Manifest } from './manifest.js';
import { findObject, insertObject, updateObject } from './object.store.js';
import { served } from './stored-object.js';
import { conflictOf, same } from './update-object.js';

/** What applying an object did. */
export interface Applied {
  readonly object: Manifest;
  readonly change: 'created' | 'updated' | 'unchanged';
}

/**
 * Creates or replaces one object as an import does: its status, uid and age are kept as they are given, and its namespace is made.
 * Unlike an import, a resourceVersion in it is a lock: it must be the present one.
 */
export async function applyObject(
  work: ClusterWrite,
  kind: KindDescription,
  object: Manifest,
): Promise<Outcome<Applied>> {
  const { tx, cluster } = work;
  const namespace = object.metadata.namespace ?? '';
  const admission = admitted(object, { operation: 'import', ...(await readLookups(tx, cluster.id, kind.kind)) });
  if (admission.refused) return admission;
  const old = await findObject(tx, { clusterId: cluster.id, kind, namespace }, object.metadata.name);
  const { resourceVersion } = object.metadata;
  if (old === undefined && resourceVersion) {
    return refuse({
      kind: 'ObjectNotFound',
      object: { apiVersion: kind.apiVersion, kind: kind.kind, namespace, name: object.metadata.name },
    });
  }
  const conflict = old && conflictOf(withoutUid(object), old);
  if (conflict !== undefined) return refuse(conflict);
  const next = importedObject(admission.value, old?.object, tx.at);
  if (old !== undefined && same(next, old.object)) return ok({ object: served(old), change: 'unchanged' });
  await makeNamespace(work, kind, next);
  const position = work.record(old === undefined ? 'create' : 'update', next);
  const stored = { object: next, resourceVersion: position, createdPosition: old?.createdPosition ?? position };
  await (old === undefined ? insertObject : updateObject)(tx, cluster.id, stored);
  return ok({ object: served(stored), change: old === undefined ? 'created' : 'updated' });
}

/** An import may bring a later object of the same name, with its own uid. */
function withoutUid({ metadata, ...object }: Manifest): Manifest {
  const { uid: _, ...rest } = metadata;
  return { ...object, metadata: rest };
}
