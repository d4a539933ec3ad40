import type { Manifest, StoredObject } from '#rows';
import { allKinds, type KindDescription } from '#kubernetes';
import { ok, refuse, unmet, type Outcome, type WriteConditions } from '#requests';
import { shownTo, type Answer, type ClusterWrite } from './cluster-write.js';
import { findObject, listObjects, type ObjectScope } from './object.store.js';
import { refusedDeletion } from './namespace-lifecycle.js';
import { conditioned, conflictOf } from './update-object.js';

/** What must be so for a deletion to happen (metav1.Preconditions). */
export interface Preconditions {
  readonly uid?: string;
  readonly resourceVersion?: string;
}

export interface DeleteTarget {
  readonly kind: KindDescription;
  readonly namespace: string;
  readonly name: string;
  readonly preconditions?: Preconditions;
  readonly conditions?: WriteConditions;
}

/** Deletes one object, a namespace with everything in it; answers the object as it last was. */
export async function removeObject(work: ClusterWrite, target: DeleteTarget): Promise<Outcome<Answer<Manifest>>> {
  const forbidden = refusedDeletion(target.kind, target.name);
  if (forbidden !== undefined) return refuse(forbidden);
  const scope = { clusterId: work.cluster.id, kind: target.kind, namespace: target.namespace };
  const old = await findObject(work.tx, scope, target.name);
  if (old === undefined)
    return refuse({
      kind: 'ObjectNotFound',
      object: { apiVersion: target.kind.apiVersion, ...target, kind: target.kind.kind },
    });
  const failed = unmet(target.conditions ?? {}, conditioned(old));
  if (failed !== undefined) return failed;
  const {
    apiVersion,
    kind,
    metadata: { name },
  } = old.object;
  const conflict = conflictOf({ apiVersion, kind, metadata: { name, ...target.preconditions } }, old);
  if (conflict !== undefined) return refuse(conflict);
  if (kind === 'Namespace') await emptyNamespace(work, name);
  work.draft.remove(old.object);
  return ok(() => shownTo(work, old));
}

/** Deletes every object of a scope that the conditions select; answers them as they last were. */
export async function removeObjects(
  work: ClusterWrite,
  scope: ObjectScope,
  conditions: Parameters<typeof listObjects>[2]['conditions'],
): Promise<StoredObject[]> {
  const found = await listObjects(work.tx, scope, { conditions });
  for (const { object } of found) {
    if (object.kind === 'Namespace') await emptyNamespace(work, object.metadata.name);
    work.draft.remove(object);
  }
  return found;
}

async function emptyNamespace(work: ClusterWrite, namespace: string): Promise<void> {
  for (const kind of allKinds().filter((one) => one.namespaced)) {
    await removeObjects(work, { clusterId: work.cluster.id, kind, namespace }, []);
  }
}
