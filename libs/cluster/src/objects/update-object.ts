import { served, type Manifest, type StoredObject } from '#rows';
import { seenObject, sightOf, withUnseen } from '#access';
import { endsWith } from '#api-server';
import { FieldPath, invalid } from '#apimachinery';
import { isCompletedByUpdate, metadataOfStatusWrite, type KindDescription, type ObjectSubresource } from '#kubernetes';
import { withoutUnknownFields } from '#kubernetes-schema';
import { ok, refuse, unmet, type Conditioned, type Outcome, type Refusal, type WriteConditions } from '#requests';
import { admitWrite, countGeneration, refOf, same, stampUpdated, allocateService } from '#writes';
import { addressed } from './addressed.js';
import { shownTo, writtenTo, type Answer, type ClusterWrite } from './cluster-write.js';
import { initialObject } from './initial-object.js';
import { findObject } from './object.store.js';

/** Which object to change, and which part of it. */
export interface UpdateTarget {
  readonly kind: KindDescription;
  readonly namespace: string;
  readonly name: string;
  /**
   * `status` changes the status and the metadata; without it the status stays, for kinds that have that subresource.
   */
  readonly subresource?: ObjectSubresource;
  readonly conditions?: WriteConditions;
  /** That the new object is what a patch makes of the present one. */
  readonly patches?: boolean;
  /** Called when the object gets a new generation: its writer is warned of what is odd about it then. */
  readonly onNewGeneration?: (() => void) | undefined;
  /** The group and version that the request has it in, where that is not the one in which it is stored. */
  readonly requestedAs?: string;
}

/** The new object, made from the present one as its writer sees it (which carries its resourceVersion). */
export type Revise = (current: Manifest) => Outcome<unknown>;

/** Changes one object by a function of its present state; a change that changes nothing leaves the log alone. */
export async function reviseObject(
  work: ClusterWrite,
  target: UpdateTarget,
  revise: Revise,
): Promise<Outcome<Answer<Manifest>>> {
  const { tx, cluster, draft } = work;
  const stored = await findObject(
    tx,
    { clusterId: cluster.id, kind: target.kind, namespace: target.namespace },
    target.name,
  );
  const old = stored ?? (await initialObject(work, target));
  if (old === undefined) {
    const { apiVersion, kind } = target.kind;
    const { namespace, name } = target;
    return refuse({ kind: 'ObjectNotFound', object: { apiVersion, kind, namespace, name } });
  }
  const failed = unmet(target.conditions ?? {}, conditioned(old));
  if (failed !== undefined) return failed;
  const sight = sightOf(cluster);
  // Its writer may read the values of a Secret; what is stored of it has digests.
  const present = { ...old, object: work.sealer.reveal(cluster.id, old) };
  const body = revise(served(seenObject(sight, present)));
  if (body.refused) return body;
  const revised = addressed(body.value, target);
  if (revised.refused) return revised;
  const outdated = refusedVersion(revised.value, old, target);
  if (outdated !== undefined) return refuse(outdated);
  const whole = work.sealer.reveal(cluster.id, { object: revised.value, sealed: old.sealed });
  const stamped = stampUpdated(inPart(whole, present.object, target), old.object);
  const admission = await admitWrite({
    ...work,
    operation: 'update',
    kind: target.kind,
    object: withUnseen(sight, stamped, present.object),
    // It may be older than the rule that nothing unknown is stored: that it goes is no change of a field.
    old: withoutUnknownFields(present.object, target.kind),
    ...(target.subresource && { subresource: target.subresource }),
    ...(target.requestedAs && { requestedAs: target.requestedAs }),
  });
  if (admission.refused) return target.patches === true ? refuse(asPatch(admission.refusal, stamped)) : admission;
  const { mutations } = admission.value;
  const complete = await allocateService(work, admission.value.object, present.object);
  if (complete.refused) return complete;
  const admitted = complete.value;
  if (same(admitted, present.object) && !isWrittenAnyway(work, present)) return ok(() => shownTo(work, old));
  const object = target.subresource === 'status' ? admitted : countGeneration(admitted, present.object);
  if (object.metadata.generation !== present.object.metadata.generation) target.onNewGeneration?.();
  // What the cluster began with is in the log from now on, as it was and as it is.
  if (stored === undefined) draft.create(old.object);
  if (endsWith(old.object, object)) {
    draft.remove(old.object);
    return ok(() => shownTo(work, { ...old, object }));
  }
  const drafted = draft.update(object, old.createdPosition, mutations);
  return ok(() => writtenTo(work, drafted.stored, old));
}

/** In a cluster that is exactly an API server, the first update completes what some kinds are stored without. */
function isWrittenAnyway({ draft }: ClusterWrite, { object, resourceVersion, createdPosition }: StoredObject): boolean {
  return draft.head.controllers === 'none' && resourceVersion === createdPosition && isCompletedByUpdate(object);
}

/** Why an object of this version may not be written over the present one. */
function refusedVersion(revised: Manifest, old: StoredObject, target: UpdateTarget): Refusal | undefined {
  const unread = unreadVersion(revised);
  if (unread !== undefined) return unread;
  const conflict = conflictOf(revised, old);
  if (conflict === undefined) return unversioned(revised, target);
  return target.patches === true ? ofPatch(conflict) : conflict;
}

/** Optimistic concurrency: what the caller names must be what is there; what it does not name is not checked. */
export function conflictOf(given: Manifest, { object, resourceVersion }: StoredObject): Refusal | undefined {
  const { uid, resourceVersion: version } = given.metadata;
  const current = object.metadata.uid ?? '';
  if (uid !== undefined && uid !== '' && uid !== current)
    return { kind: 'UidConflict', object: refOf(object), given: uid, current };
  if (!isVersion(version) || version === String(resourceVersion)) return undefined;
  return { kind: 'ResourceVersionConflict', object: refOf(object), given: version, current: String(resourceVersion) };
}

/** A version of 0 is none. */
function isVersion(version: string | undefined): version is string {
  return version !== undefined && version !== '' && version !== '0';
}

/** Of some kinds an update names the version that it changes. // as API server v1.34 Store.Update */
function unversioned({ metadata }: Manifest, { kind, namespace, name }: UpdateTarget): Refusal | undefined {
  if (!kind.requiresVersion || isVersion(metadata.resourceVersion)) return undefined;
  const problem = invalid(
    FieldPath.root.child('metadata').child('resourceVersion'),
    0,
    'must be specified for an update',
  );
  // It is said of the resource, and not of the kind.
  const object = { apiVersion: kind.apiVersion, kind: kind.plural, namespace, name };
  return { kind: 'ObjectInvalid', object, problems: [problem] };
}

/** What conditions on an object are about. Its version is that of its ETag; its resourceVersion will do. */
export function conditioned({ object, resourceVersion }: StoredObject): Conditioned {
  const { kind, metadata } = object;
  const name = [metadata.namespace, metadata.name].filter(Boolean).join('/');
  return {
    what: `${kind} ${JSON.stringify(name)}`,
    versions: [`${metadata.uid}.${resourceVersion}`, String(resourceVersion)],
  };
}

function inPart(revised: Manifest, old: Manifest, { kind, subresource }: UpdateTarget): Manifest {
  switch (subresource) {
    case 'status':
      return withStatus(
        { ...old, metadata: metadataOfStatusWrite(kind, revised.metadata, old.metadata) },
        revised.status,
      );
    case 'ephemeralcontainers':
      return { ...old, spec: { ...old.spec, ephemeralContainers: revised.spec?.['ephemeralContainers'] } };
    case 'resize':
      return resized(revised, old);
    default:
      return kind.statusSubresource ? withStatus(revised, old.status) : revised;
  }
}

/**
 * The object with the resources of the new one; other containers than it has are left for its rules to judge.
 * // as dropNonResizeUpdates of API server v1.34
 */
function resized({ spec }: Manifest, old: Manifest): Manifest {
  const lists = (['containers', 'initContainers'] as const).map((list) => ({
    list,
    now: listOf(spec?.[list]),
    before: listOf(old.spec?.[list]),
  }));
  const isOther = lists.some(({ now, before }) => now.length !== before.length);
  const part = lists
    .filter(({ now, before }) => now.length > 0 || before.length > 0)
    .map(({ list, now, before }) => [list, isOther ? now : sizedContainers(now, before)] as const);
  return { ...old, spec: { ...old.spec, ...Object.fromEntries(part) } };
}

type Containers = readonly Readonly<Record<string, unknown>>[];

function sizedContainers(now: Containers, before: Containers): Containers {
  if (now.some(({ name }, index) => before[index]?.['name'] !== name)) return now;
  return now.map(({ resources, resizePolicy }, index) => {
    const { resources: _resources, resizePolicy: _policy, ...kept } = before[index] ?? {};
    return { ...kept, resources: resources ?? {}, ...((resizePolicy ?? null) !== null && { resizePolicy }) };
  });
}

function listOf(value: unknown): Containers {
  return Array.isArray(value) ? (value as Containers) : [];
}

function withStatus(object: Manifest, status: Manifest['status']): Manifest {
  const { status: _, ...rest } = object;
  return status === undefined ? rest : { ...rest, status };
}

/** A version that is no number: the API server finds that out late, and calls it its own error. */
export function unreadVersion(object: Manifest): Refusal | undefined {
  const { resourceVersion: version } = object.metadata;
  if (typeof version !== 'string' || /^\d*$/.test(version)) return undefined;
  const message = `strconv.ParseUint: parsing ${JSON.stringify(version)}: invalid syntax`;
  return { kind: 'PatchFailed', object: refOf(object), message, answer: 'failed' };
}

/**
 * A replacement that names another object is a conflict, and a patch changes what cannot change: the API server says so
 * of all objects, and again of those of the kind.
 */
function ofPatch(conflict: Refusal): Refusal {
  if (conflict.kind !== 'UidConflict') return conflict;
  const problem = invalid(FieldPath.root.child('metadata').child('uid'), conflict.given, 'field is immutable');
  return { kind: 'ObjectInvalid', object: conflict.object, problems: [problem, problem] };
}

/** The refusal of a patch that makes an object undecodable includes the patched object. */
function asPatch(refusal: Refusal, object: Manifest): Refusal {
  if (refusal.kind !== 'ObjectInvalid' || refusal.undecodable === undefined) return refusal;
  return { ...refusal, patched: JSON.stringify(object) };
}
