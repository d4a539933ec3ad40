import { withGates } from '../conditions/index.js';
import type { Manifest, StoredObject } from '#rows';
import { undecodable } from '#kubernetes-schema';
import type { KindDescription } from '#kubernetes';
import { ok, refuse, unmet, type Outcome, type Refusal, type WriteConditions } from '#requests';
import { admitWrite, refOf, stampCreated, allocateService } from '#writes';
import { addressed } from './addressed.js';
import { writtenTo, type Answer, type ClusterWrite } from './cluster-write.js';
import { initialObject } from './initial-object.js';
import { findObject, type ObjectScope } from './object.store.js';
import { refusedNamespace } from './namespace-lifecycle.js';
import { conditioned } from './update-object.js';

/** A generated name that is taken is drawn again, this often. */
const NAME_ATTEMPTS = 8;

/** What is created: an object of a kind, where its conditions hold. */
export interface Creation {
  readonly kind: KindDescription;
  /** It has its namespace already, and its name unless it asks for a generated one. */
  readonly object: Manifest;
  readonly conditions?: WriteConditions;
  /** The group and version that the request has it in, where that is not the one in which it is stored. */
  readonly requestedAs?: string;
  /** It is a replacement, of an object that is not there. */
  readonly replaces?: boolean;
}

/** Creates one object. */
export async function createObject(
  work: ClusterWrite,
  { kind, object, conditions = {}, requestedAs, replaces = false }: Creation,
): Promise<Outcome<Answer<Manifest>>> {
  const { draft } = work;
  const given = addressed(object, { kind, namespace: namespaceOf(object) });
  if (given.refused) return given;
  // An object that cannot be decoded is reported before any other check.
  const unread = undecodable(given.value, kind);
  if (unread !== undefined) {
    const { problems, sentence } = unread;
    return refuse({ kind: 'ObjectInvalid', object: refOf(given.value), problems, undecodable: sentence });
  }
  const named = await withFreeName(work, { kind, object: given.value, conditions });
  if (named.refused) return named;
  const elsewhere = await refusedNamespace(work, kind, beforeItsName(given.value));
  if (elsewhere !== undefined) return refuse(elsewhere);
  const stamped = resetStatus(stampCreated(named.value, draft), kind);
  const admission = await admitWrite({
    ...work,
    operation: 'create',
    kind,
    object: stamped,
    ...(requestedAs && { requestedAs }),
  });
  if (admission.refused) return refusedBeforeItsName(admission, given.value);
  // A dry run does not come to the store, which has the last word.
  if (!work.dryRun && !replaces && hasVersion(object))
    return refuse({ kind: 'VersionOnCreation', object: refOf(named.value) });
  const complete = await allocateService(work, admission.value.object, undefined);
  if (complete.refused) return complete;
  const drafted = draft.create(withGates(complete.value, draft.at), admission.value.mutations);
  return ok(() => withGivenVersion(work, object, writtenTo(work, drafted.stored)));
}

/** What a dry run creates has the version that it was given, if any. // as apiserver v1.34 DryRunnableStorage */
function withGivenVersion({ dryRun }: ClusterWrite, given: Manifest, written: Manifest): Manifest {
  const { resourceVersion } = given.metadata;
  if (!dryRun || typeof resourceVersion !== 'string' || resourceVersion === '') return written;
  return { ...written, metadata: { ...written.metadata, resourceVersion } };
}

/** A refusal of an object whose name is to be generated has the prefix. // as apiserver v1.34 admission.NewForbidden */
function beforeItsName(object: Manifest): Manifest {
  const { name, generateName } = object.metadata as { readonly name?: string; readonly generateName?: string };
  if (name !== undefined && name !== '') return object;
  return { ...object, metadata: { ...object.metadata, name: generateName ?? 'Unknown' } };
}

/** Steps that change an object come before its name is generated. */
const BEFORE_ITS_NAME: ReadonlySet<string> = new Set(['Priority', 'RuntimeClass']);

function refusedBeforeItsName(admission: Outcome<never> & { readonly refused: true }, given: Manifest): Outcome<never> {
  const { refusal } = admission;
  if (refusal.kind !== 'ObjectForbidden' || !BEFORE_ITS_NAME.has(refusal.step)) return admission;
  return refuse({ ...refusal, object: { ...refusal.object, name: beforeItsName(given).metadata.name } });
}

// as storage etcd3 store.Create of API server v1.34
function hasVersion({ metadata }: { readonly metadata?: { readonly resourceVersion?: unknown } }): boolean {
  const version = metadata?.resourceVersion;
  return typeof version === 'string' && /^\d*[1-9]\d*$/.test(version);
}

function namespaceOf({ metadata }: { readonly metadata?: { readonly namespace?: string } }): string {
  return metadata?.namespace ?? '';
}

async function withFreeName(
  work: ClusterWrite,
  { kind, object, conditions }: Required<Omit<Creation, 'requestedAs' | 'replaces'>>,
): Promise<Outcome<Manifest>> {
  const { cluster } = work;
  const { name, generateName } = object.metadata;
  const generates = !name && typeof generateName === 'string' && generateName !== '';
  const scope = { clusterId: cluster.id, kind, namespace: object.metadata.namespace ?? '' };
  for (let attempt = 1; ; attempt++) {
    const candidate = generates ? work.draft.draws.name(generateName) : name;
    // Without a name nothing can be found; validation will say so, with everything else that is wrong.
    if (typeof candidate !== 'string' || candidate === '') return ok(object);
    const named = { ...object, metadata: { ...object.metadata, name: candidate } };
    const taken = await namesake(work, { ...scope, name: candidate });
    if (taken === undefined) return unmet(conditions, { what: `${kind.kind} ${candidate}`, versions: [] }) ?? ok(named);
    const failed = generates ? undefined : unmet(conditions, conditioned(taken));
    if (failed !== undefined) return failed;
    if (!generates || attempt === NAME_ATTEMPTS) return refuse(alreadyExists(taken, named));
  }
}

/** What has the name already, as far as the writer may know. */
async function namesake(
  work: ClusterWrite,
  address: ObjectScope & { readonly name: string },
): Promise<StoredObject | undefined> {
  if (work.isUnseen === true) return undefined;
  return (await findObject(work.tx, address, address.name)) ?? initialObject(work, address);
}

function alreadyExists({ object }: StoredObject, given: Manifest): Refusal {
  const isGoing = object.metadata.deletionTimestamp !== undefined;
  return { kind: 'ObjectAlreadyExists', object: refOf(given), ...(isGoing && { state: 'terminating' }) };
}

/**
 * A new pod has not run yet, and no caller sets a computed status, as in the API server's strategies; state of real
 * clusters comes in through imports.
 */
function resetStatus(object: Manifest, { kind, computesStatus }: KindDescription): Manifest {
  if (kind !== 'Pod' && !computesStatus) return object;
  const { status: _, ...rest } = object;
  return rest;
}
