import type { Manifest, StoredObject } from '#rows';
import { beginDeletion, deleteOptionsProblems, type DeleteOptions } from '#api-server';
import type { KindDescription } from '#kubernetes';
import { ok, refuse, unmet, type Outcome, type Refusal, type WriteConditions } from '#requests';
import { refOf, same, seconds, type DraftedChange, withoutProtection } from '#writes';
import { shownTo, writtenTo, type Answer, type ClusterWrite } from './cluster-write.js';
import { initialObject } from './initial-object.js';
import { findObject, listObjects, type ObjectScope } from './object.store.js';
import { refusedDeletion } from './namespace-lifecycle.js';
import { conditioned } from './update-object.js';

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
  readonly options?: DeleteOptions;
}

/** What a deletion did: the object as it went, or as it is, where finalizers or its grace hold it. */
export interface Deleted {
  readonly object: Manifest;
  /** `marked`: it is going from now on. `pending`: it was going before, and nothing has changed. */
  readonly outcome: 'gone' | 'marked' | 'pending';
}

/** Deletes one object, as the API server does: it goes at once, or is marked and goes later. */
export async function removeObject(work: ClusterWrite, target: DeleteTarget): Promise<Outcome<Answer<Deleted>>> {
  const { kind, namespace, name, options = {} } = target;
  const forbidden = refusedDeletion(kind, name);
  if (forbidden !== undefined) return refuse(forbidden);
  const invalid = refusedOptions(options);
  if (invalid !== undefined) return refuse(invalid);
  const isUnseen = work.isUnseen === true;
  const stored = isUnseen
    ? undefined
    : await findObject(work.tx, { clusterId: work.cluster.id, kind, namespace }, name);
  const old = isUnseen ? undefined : (stored ?? (await initialObject(work, target)));
  if (old === undefined)
    return refuse({
      kind: 'ObjectNotFound',
      object: { apiVersion: kind.apiVersion, kind: kind.kind, namespace, name },
    });
  const failed = unmet(target.conditions ?? {}, conditioned(old));
  if (failed !== undefined) return failed;
  const conflict = unmetPrecondition(target.preconditions ?? {}, old);
  if (conflict !== undefined) return refuse(conflict);
  // What every cluster has is there again at once.
  if (stored === undefined) return ok(() => ({ outcome: 'gone', object: shownTo(work, old) }));
  return ok(remove(work, asDrafted(work, old), options));
}

/** As the write leaves it so far. */
function asDrafted({ draft }: ClusterWrite, stored: StoredObject): StoredObject {
  const drafted = draft.find(stored.object);
  return drafted === undefined || drafted === 'gone' ? stored : { ...stored, object: drafted.object };
}

/**
 * Deletes every object of a scope that the conditions select; answers them as they were. Preconditions are on each of
 * them. // as API server v1.34 Store.DeleteCollection
 */
export async function removeObjects(
  work: ClusterWrite,
  scope: ObjectScope,
  { options = {}, preconditions = {}, ...selected }: SelectedDeletion,
): Promise<Outcome<StoredObject[]>> {
  const invalid = refusedOptions(options);
  if (invalid !== undefined) return refuse(invalid);
  const found = await listObjects(work.tx, scope, selected);
  for (const old of found) {
    const conflict = unmetPrecondition(preconditions, old);
    if (conflict !== undefined) return refuse(conflict);
    remove(work, old, options);
  }
  return ok(found);
}

type SelectedDeletion = Pick<Parameters<typeof listObjects>[2], 'conditions' | 'limit' | 'after'> &
  Pick<DeleteTarget, 'options' | 'preconditions'>;

function remove(work: ClusterWrite, old: StoredObject, options: DeleteOptions): Answer<Deleted> {
  const { cluster, draft } = work;
  const now = seconds(draft.at);
  // Kubelets are as quick as all other controllers.
  const { outcome, object } =
    cluster.controllers === 'none'
      ? beginDeletion(old.object, options, now)
      : beginDeletion(withoutProtection(old.object), { ...options, gracePeriodSeconds: 0 }, now);
  const changed = same(object, old.object) ? undefined : object;
  if (outcome === 'gone') {
    // A pod has an end before it goes, and watchers see both.
    const last = cluster.controllers === 'none' && changed !== undefined ? changed : old.object;
    if (last !== old.object) draft.update(last, old.createdPosition);
    const gone = draft.remove(last);
    return () => ({ outcome, object: writtenTo(work, { ...old, object: last, ...versionOf(gone) }, old) });
  }
  if (changed === undefined) return () => ({ outcome, object: shownTo(work, old) });
  const drafted = draft.update(changed, old.createdPosition);
  // What held it may go in the same revision, and it as well. The values of a Secret stay as they are sealed.
  return () =>
    drafted.position === undefined
      ? { outcome: 'gone', object: shownTo(work, old) }
      : { outcome, object: writtenTo(work, { ...old, ...drafted.stored }, old) };
}

/** What is gone has the version of the change that took it away. */
function versionOf({ position }: DraftedChange): Partial<Pick<StoredObject, 'resourceVersion'>> {
  return position === undefined ? {} : { resourceVersion: position };
}

function refusedOptions(options: DeleteOptions): Refusal | undefined {
  const problems = deleteOptionsProblems(options);
  if (problems.length === 0) return undefined;
  return { kind: 'ObjectInvalid', object: DELETE_OPTIONS, problems };
}

const DELETE_OPTIONS = { apiVersion: 'meta.k8s.io/v1', kind: 'DeleteOptions', namespace: '', name: '' };

/** What is given is compared as it stands, an empty text too. // as apiserver v1.34 rest.BeforeDelete */
function unmetPrecondition(
  { uid, resourceVersion: version }: Preconditions,
  { object, resourceVersion }: StoredObject,
): Refusal | undefined {
  const ref = refOf(object);
  const current = { uid: object.metadata.uid ?? '', version: String(resourceVersion) };
  if (uid !== undefined && uid !== current.uid)
    return { kind: 'UidConflict', object: ref, given: uid, current: current.uid, operation: 'delete' };
  if (version === undefined || version === current.version) return undefined;
  return {
    kind: 'ResourceVersionConflict',
    object: ref,
    given: version,
    current: current.version,
    operation: 'delete',
  };
}
