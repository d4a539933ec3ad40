import { duplicateUid, findUidOwner, type Manifest } from '#rows';
import type { KindDescription } from '#kubernetes';
import { importedObject, isObserved } from './imported-object.js';
import { ok, refuse, type Outcome, type Refusal } from '#requests';
import { shownTo, type Answer, type ClusterWrite } from './cluster-write.js';
import { sightOf, withUnseen } from '#access';
import { admitWrite, same } from '#writes';
import { findObject } from './object.store.js';
import { conflictOf } from './update-object.js';

/** What applying an object did. */
export interface Applied {
  readonly object: Manifest;
  readonly change: 'created' | 'updated' | 'unchanged';
}

/**
 * Creates or replaces one object as an import does: its status, uid and age are stored as they are given, and its
 * namespace is made. Unlike an import, a resourceVersion in it is a lock: it must be the present one.
 */
export async function applyObject(
  work: ClusterWrite,
  kind: KindDescription,
  object: Manifest,
): Promise<Outcome<Answer<Applied>>> {
  const { draft } = work;
  const namespace = object.metadata.namespace ?? '';
  const old = await presentObject(work, kind, object);
  const sealed = old?.sealed;
  const present = old && work.sealer.reveal(work.cluster.id, old);
  // Admission fills in what is left open.
  const observed = isObserved(object);
  const admission = await admitWrite({
    ...work,
    operation: 'import',
    kind,
    object: work.sealer.reveal(work.cluster.id, { object, sealed }),
    ...(present && { old: present }),
  });
  if (admission.refused) return admission;
  const { resourceVersion } = object.metadata;
  if (old === undefined && resourceVersion) {
    return refuse({
      kind: 'ObjectNotFound',
      object: { apiVersion: kind.apiVersion, kind: kind.kind, namespace, name: object.metadata.name },
    });
  }
  const conflict = old && conflictOf(withoutUid(object), old);
  if (conflict !== undefined) return refuse(conflict);
  const { mutations } = admission.value;
  const admitted = withUnseen(sightOf(work.cluster), admission.value.object, present);
  const next = importedObject({ object: admitted, observed }, present, work.draft);
  if (old !== undefined && same(next, present)) return ok(() => ({ object: shownTo(work, old), change: 'unchanged' }));
  const shared = await sharedUid(work, next, old?.object);
  if (shared !== undefined) return refuse(shared);
  const drafted =
    old === undefined ? draft.create(next, mutations) : draft.update(next, old.createdPosition, mutations);
  return ok(() => ({ object: shownTo(work, drafted.stored), change: old === undefined ? 'created' : 'updated' }));
}

/** What is not named by text has no namesake; admission will say what is wrong with it. */
function presentObject(
  { tx, cluster }: ClusterWrite,
  kind: KindDescription,
  { metadata: { namespace = '', name } }: Manifest,
): ReturnType<typeof findObject> {
  const isText = typeof name === 'string' && typeof namespace === 'string';
  return isText ? findObject(tx, { clusterId: cluster.id, kind, namespace }, name) : Promise.resolve(undefined);
}

/** A uid that is new to the pod may be another pod's. */
async function sharedUid(
  { tx, cluster }: ClusterWrite,
  { kind, apiVersion, metadata }: Manifest,
  old: Manifest | undefined,
): Promise<Refusal | undefined> {
  const { uid, namespace = '', name } = metadata;
  if (kind !== 'Pod' || uid === undefined || uid === old?.metadata.uid) return undefined;
  const owner = await findUidOwner(tx, cluster.id, { uid, namespace, name });
  if (owner === undefined) return undefined;
  const message = duplicateUid(uid, owner, sightOf(cluster));
  return {
    kind: 'ObjectInvalid',
    object: { apiVersion, kind, namespace, name },
    problems: [{ field: 'metadata.uid', reason: 'FieldValueDuplicate', message }],
  };
}

/** An import may bring a later object of the same name, with its own uid. */
function withoutUid({ metadata, ...object }: Manifest): Manifest {
  const { uid: _, ...rest } = metadata;
  return { ...object, metadata: rest };
}
