import { findKind, findKindByName, type KubernetesObject, type OwnerReference } from '#kubernetes';
import { FOREGROUND, ORPHAN, type PropagationPolicy } from '#api-server';
import type { Change, Controller, ControllerContext } from '../../engine/index.js';
import { isGoing, uidOf } from '../../state/index.js';

/** The component that its Events name. */
const COMPONENT = 'garbage-collector-controller';

/**
 * Collects what has lost its owners, lets owners that are deleted in the foreground wait for what blocks them, and sets
 * free what is to be orphaned. Keys are uids. Reads every object; no timers.
 * // as kubernetes v1.34 pkg/controller/garbagecollector
 */
export class GarbageCollector implements Controller {
  readonly #context: ControllerContext;

  constructor(context: ControllerContext) {
    this.#context = context;
  }

  *noticed({ op, object, before }: Change): Iterable<string> {
    const { state } = this.#context;
    const owners = ownersOf(object);
    if (op === 'delete') {
      yield* state.dependants(uidOf(object)).map(uidOf);
      yield* this.#waiting(owners);
      return;
    }
    const known = before === null ? [] : ownersOf(before);
    const added = owners.filter(({ uid }) => !known.some((one) => one.uid === uid));
    if (added.some((owner) => !this.#isThere(object, owner))) yield uidOf(object);
    yield* this.#waiting(known.filter((owner) => isBlocking(owner) && !isBlocking(owners.find(sameAs(owner)))));
    if (begins(before, object, ORPHAN)) yield uidOf(object);
    else if (begins(before, object, FOREGROUND)) {
      // Itself first: what other controllers make from here on is not waited for yet.
      yield uidOf(object);
      yield* state.dependants(uidOf(object)).map(uidOf);
    }
  }

  sync(uid: string): void {
    const object = this.#context.state.byUid(uid);
    if (object === undefined) return;
    if (isGoing(object) && holds(object, ORPHAN)) this.#orphan(object);
    else if (isGoing(object) && holds(object, FOREGROUND)) this.#wait(object);
    else if (!isGoing(object)) this.#collect(object);
  }

  /**
   * When something lets go of owners that wait: what else blocks them, as it is at this moment, or an owner that
   * nothing blocks any more. What a controller makes anew for an owner stays until the next thing goes.
   * // as processGraphChanges
   */
  #waiting(owners: readonly OwnerReference[]): string[] {
    return owners.flatMap(({ uid = '' }) => {
      const owner = this.#context.state.byUid(uid);
      if (owner === undefined || !isGoing(owner) || !holds(owner, FOREGROUND)) return [];
      const blocking = this.#blocking(owner);
      return blocking.length === 0 ? [uid] : blocking.filter((one) => !isGoing(one)).map(uidOf);
    });
  }

  #orphan(owner: KubernetesObject): void {
    for (const dependant of this.#context.state.dependants(uidOf(owner)))
      this.#context.update(withoutOwners(dependant, ({ uid }) => uid === owner.metadata.uid));
    this.#lift(owner, ORPHAN);
  }

  /** // as processDeletingDependentsItem */
  #wait(owner: KubernetesObject): void {
    const blocking = this.#blocking(owner);
    if (blocking.length === 0) return this.#lift(owner, FOREGROUND);
    for (const dependant of blocking) if (!isGoing(dependant)) this.#context.enqueue(uidOf(dependant));
  }

  #blocking(owner: KubernetesObject): KubernetesObject[] {
    const blocks = (one: OwnerReference): boolean => one.uid === owner.metadata.uid && isBlocking(one);
    return this.#context.state.dependants(uidOf(owner)).filter((one) => ownersOf(one).some(blocks));
  }

  /** // as attemptToDeleteItem */
  #collect(object: KubernetesObject): void {
    const owners = ownersOf(object);
    if (owners.length === 0) return;
    const misplaced = owners.find(
      (owner) => this.#context.state.byUid(owner.uid ?? '') !== undefined && !this.#isThere(object, owner),
    );
    if (misplaced !== undefined) this.#sayElsewhere(object, misplaced);
    if (owners.some((owner) => this.#isBeyond(object, owner))) return;
    const standings = new Map(owners.map((owner) => [owner, this.#standingOf(object, owner)]));
    const having = (standing: Standing): boolean => owners.some((owner) => standings.get(owner) === standing);
    if (having('solid')) {
      if (!having('dangling') && !having('waiting')) return;
      this.#context.update(withoutOwners(object, (owner) => standings.get(owner) !== 'solid'));
      return;
    }
    const dependants = this.#context.state.dependants(uidOf(object));
    if (having('waiting') && dependants.length > 0) {
      // Two that own each other would wait for each other: this one is waited for no more.
      const isCircle = dependants.some((one) => isGoing(one) && holds(one, FOREGROUND));
      return this.#delete(isCircle ? this.#context.update(unblocking(object)) : object, 'Foreground');
    }
    this.#delete(object, holds(object, ORPHAN) ? 'Orphan' : holds(object, FOREGROUND) ? 'Foreground' : 'Background');
  }

  #delete(object: KubernetesObject, propagationPolicy: PropagationPolicy): void {
    this.#context.delete(object, { propagationPolicy });
  }

  #standingOf(object: KubernetesObject, reference: OwnerReference): Standing {
    const owner = this.#context.state.byUid(reference.uid ?? '');
    if (owner === undefined || !this.#isThere(object, reference)) return 'dangling';
    return isGoing(owner) && holds(owner, FOREGROUND) ? 'waiting' : 'solid';
  }

  /** Whether an owner is what a reference says it is, and where the object may have it. */
  #isThere(object: KubernetesObject, { uid = '', kind, name }: OwnerReference): boolean {
    const owner = this.#context.state.byUid(uid);
    if (owner === undefined || owner.kind !== kind || owner.metadata.name !== name) return false;
    const { namespace } = owner.metadata;
    return namespace === undefined || namespace === object.metadata.namespace;
  }

  /**
   * Whether an owner cannot be looked up, so that the object is left alone: its kind is not known, or has a namespace
   * where the object has none. // as isDangling
   */
  #isBeyond(object: KubernetesObject, { apiVersion = '', kind = '', uid = '' }: OwnerReference): boolean {
    const isServed = findKind(apiVersion, kind) !== undefined;
    if (!isServed && this.#context.state.byUid(uid)?.apiVersion !== apiVersion) return true;
    return object.metadata.namespace === undefined && findKindByName(kind)?.namespaced === true;
  }

  /** An owner in another namespace is none; of several the first is named. // as reportInvalidNamespaceOwnerRef */
  #sayElsewhere(object: KubernetesObject, { uid = '', apiVersion, kind, name }: OwnerReference): void {
    const elsewhere = this.#context.state.byUid(uid)?.metadata.namespace;
    const { namespace = '' } = object.metadata;
    const { resourceVersion: _, ...metadata } = object.metadata;
    const about = { ...object, metadata };
    if (elsewhere === undefined || elsewhere === namespace) return;
    const identity = `[${apiVersion ?? ''}/${kind ?? ''}, namespace: ${namespace}, name: ${name ?? ''}, uid: ${uid}]`;
    const message = `ownerRef ${identity} does not exist in namespace "${namespace}"`;
    const reason = 'OwnerRefInvalidNamespace';
    this.#context.record({ about, type: 'Warning', reason, message, component: COMPONENT });
  }

  #lift(object: KubernetesObject, finalizer: string): void {
    const { finalizers = [], ...metadata } = object.metadata;
    const left = finalizers.filter((one) => one !== finalizer);
    this.#context.update({ ...object, metadata: { ...metadata, ...(left.length > 0 && { finalizers: left }) } });
  }
}

/** Of an owner: it is there; it is gone; it is there only until what it owns is gone. */
type Standing = 'solid' | 'dangling' | 'waiting';

function ownersOf({ metadata: { ownerReferences = [] } }: KubernetesObject): readonly OwnerReference[] {
  return ownerReferences;
}

function isBlocking(owner: OwnerReference | undefined): boolean {
  return owner?.blockOwnerDeletion === true;
}

function sameAs({ uid }: OwnerReference): (other: OwnerReference) => boolean {
  return (other) => other.uid === uid;
}

function holds({ metadata: { finalizers = [] } }: KubernetesObject, finalizer: string): boolean {
  return finalizers.includes(finalizer);
}

/** Whether a deletion that waits for something begins with a change. // as deletionStartsWithFinalizer */
function begins(before: KubernetesObject | null, after: KubernetesObject, finalizer: string): boolean {
  const waits = (object: KubernetesObject): boolean => isGoing(object) && holds(object, finalizer);
  return waits(after) && (before === null || !waits(before));
}

function unblocking(object: KubernetesObject): KubernetesObject {
  const ownerReferences = ownersOf(object).map((owner) => ({
    ...owner,
    ...(owner.blockOwnerDeletion === true && { blockOwnerDeletion: false }),
  }));
  return { ...object, metadata: { ...object.metadata, ownerReferences } };
}

function withoutOwners(object: KubernetesObject, goes: (owner: OwnerReference) => boolean): KubernetesObject {
  const { ownerReferences = [], ...metadata } = object.metadata;
  const left = ownerReferences.filter((owner) => !goes(owner));
  return { ...object, metadata: { ...metadata, ...(left.length > 0 && { ownerReferences: left }) } };
}
