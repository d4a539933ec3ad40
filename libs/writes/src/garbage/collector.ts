import { beginDeletion, FOREGROUND, isHeld, ORPHAN, type PropagationPolicy } from '#api-server';
import type { OwnerReference } from '#kubernetes';
import type { Transaction } from '#database';
import { seconds } from '../admission/index.js';
import type { Draft } from '../changes/index.js';
import { findMany, keyOf, type Manifest, type ObjectKey, type StoredObject } from '#rows';
import { findDependants, type Owner } from './dependants.queries.js';
import { contentOf } from './namespace-content.queries.js';
import { withoutProtection } from './protection.js';

/** An object as the draft leaves it, as it was before, and where it was created. */
interface Present extends Pick<StoredObject, 'object' | 'createdPosition'> {
  readonly before: Manifest;
}

/**
 * Does in a draft what the garbage collector and the namespace controller do of its deletions: dependants of what is
 * gone go, orphans lose their references, owners wait for the dependants that block them, and namespaces are emptied.
 * // as garbagecollector and namespaced_resources_deleter of kube-controller-manager v1.34
 */
export class Collector {
  /** Objects whose deletion has been followed, as far as it has come. */
  readonly #followed = new Set<string>();

  constructor(
    private readonly tx: Transaction,
    private readonly draft: Draft,
  ) {}

  /** Goes on until nothing follows any more: each round follows what the one before did. */
  async collect(): Promise<void> {
    for (;;) {
      const effects = this.draft.effects.filter(({ wasThere }) => wasThere);
      const gone = effects.flatMap(({ key, now }) => (now === undefined ? [key as Manifest] : []));
      const going = effects.flatMap(({ now }) => (now !== undefined && isGoing(now) ? [now] : []));
      const newlyGone = gone.filter((object) => this.#isNew(object, 'gone'));
      const newlyGoing = going.filter((object) => this.#isNew(object, 'going'));
      if (newlyGone.length === 0 && newlyGoing.length === 0) return;
      await this.#releaseDependants(newlyGone);
      for (const object of newlyGoing) await this.#goOn(object);
      await this.#resume(newlyGone);
    }
  }

  #isNew({ kind, metadata }: ObjectKey & { readonly metadata: { readonly uid?: string } }, stage: string): boolean {
    const mark = `${stage}/${kind}/${metadata.uid}`;
    if (this.#followed.has(mark)) return false;
    this.#followed.add(mark);
    return true;
  }

  /** Dependants of owners that are gone: without another owner they go as well. */
  async #releaseDependants(owners: readonly Manifest[]): Promise<void> {
    if (owners.length === 0) return;
    const uids = new Set(owners.map(({ metadata: { uid = '' } }) => uid));
    const dependants = await this.#dependantsOf(owners);
    const others = await this.#presentOwners(dependants, uids);
    for (const dependant of dependants) {
      const left = ownersOf(dependant.object).filter(({ uid = '' }) => others.has(uid));
      if (left.length === 0) this.#delete(dependant, policyOf(dependant.object));
      else this.#put({ ...dependant, object: withOwners(dependant.object, left) });
    }
  }

  /** What holds an object that is going: its dependants, or its content. */
  async #goOn(object: Manifest): Promise<void> {
    const finalizers = object.metadata.finalizers ?? [];
    if (object.kind === 'Namespace') await this.#empty(object);
    else if (finalizers.includes(ORPHAN)) await this.#orphan(object);
    else if (finalizers.includes(FOREGROUND)) await this.#deleteBlocking(object);
  }

  /** Owners and namespaces that waited for what is gone now. */
  async #resume(gone: readonly Manifest[]): Promise<void> {
    const keys = new Map<string, ObjectKey>();
    for (const { metadata, ...object } of gone) {
      const { namespace = '' } = metadata;
      const owners = ownersOf({ ...object, metadata });
      for (const { kind = '', name = '' } of owners)
        for (const key of [
          { kind, metadata: { namespace, name } },
          { kind, metadata: { name } },
        ])
          keys.set(keyOf(key), key);
      if (namespace !== '') keys.set(`Namespace//${namespace}`, { kind: 'Namespace', metadata: { name: namespace } });
    }
    for (const { object } of await this.#presentAmong([...keys.values()]))
      if (isGoing(object)) await this.#goOn(object);
  }

  async #orphan(owner: Manifest): Promise<void> {
    const { uid } = owner.metadata;
    for (const dependant of await this.#dependantsOf([owner])) {
      const left = ownersOf(dependant.object).filter((one) => one.uid !== uid);
      this.#put({ ...dependant, object: withOwners(dependant.object, left) });
    }
    await this.#release(owner, ORPHAN);
  }

  /** Deletes the dependants; those that block the owner and are held themselves hold it. */
  async #deleteBlocking(owner: Manifest): Promise<void> {
    const { uid = '' } = owner.metadata;
    const dependants = await this.#dependantsOf([owner]);
    const others = await this.#presentOwners(dependants, new Set([uid]));
    for (const dependant of dependants) {
      if (isGoing(dependant.object)) continue;
      if (ownersOf(dependant.object).every((one) => !others.has(one.uid ?? ''))) this.#delete(dependant, 'Foreground');
    }
    // What was only now marked waits for its own dependants, and comes back here when it is gone.
    const blocking = (await this.#dependantsOf([owner])).filter(({ object }) =>
      ownersOf(object).some((one) => one.uid === uid && one.blockOwnerDeletion === true),
    );
    if (blocking.length === 0) await this.#release(owner, FOREGROUND);
  }

  /** Deletes the content of a namespace, which goes when that is gone. */
  async #empty(namespace: Manifest): Promise<void> {
    const { name } = namespace.metadata;
    const content = await contentOf(this.tx, this.draft.head.clusterId, name);
    for (const stored of content) {
      const present = this.#present(stored);
      if (present !== undefined && !isGoing(present.object)) this.#delete(present, policyOf(present.object));
    }
    if (content.every((stored) => this.#present(stored) === undefined)) await this.#release(namespace, 'kubernetes');
  }

  /** Takes a finalizer off an object, which goes when it was the last one. */
  async #release(key: Manifest, finalizer: string): Promise<void> {
    const [present] = await this.#presentAmong([key]);
    if (present === undefined) return;
    const object = withoutFinalizer(present.object, finalizer);
    if (isHeld(object)) this.#put({ ...present, object });
    else this.#remove(present);
  }

  #delete(present: Present, propagationPolicy: PropagationPolicy): void {
    const now = seconds(this.draft.at);
    const deletion = beginDeletion(
      withoutProtection(present.object),
      { gracePeriodSeconds: 0, propagationPolicy },
      now,
    );
    if (deletion.outcome === 'gone') this.#remove(present);
    else if (deletion.outcome === 'marked') this.#put({ ...present, object: deletion.object });
  }

  #remove({ before }: Present): void {
    this.draft.withdrawUpdates(before);
    this.draft.remove(before);
  }

  #put({ object, createdPosition }: Omit<Present, 'before'>): void {
    this.draft.update(object, createdPosition);
  }

  async #dependantsOf(owners: readonly Manifest[]): Promise<Present[]> {
    const found = await findDependants(this.tx, this.draft.head.clusterId, owners.map(ownerOf));
    const uids = new Set(owners.map(({ metadata }) => metadata.uid));
    return found.flatMap((stored) => {
      const present = this.#present(stored);
      return present !== undefined && ownersOf(present.object).some(({ uid }) => uids.has(uid)) ? [present] : [];
    });
  }

  /** The uids of those owners of the objects, beside the given ones, that are there. */
  async #presentOwners(objects: readonly Present[], without: ReadonlySet<string>): Promise<ReadonlySet<string>> {
    const keys = objects.flatMap(({ object }) => {
      const { namespace = '' } = object.metadata;
      return ownersOf(object)
        .filter(({ uid = '' }) => !without.has(uid))
        .flatMap(({ kind = '', name = '' }) => [
          { kind, metadata: { namespace, name } },
          { kind, metadata: { name } },
        ]);
    });
    const present = keys.length === 0 ? [] : await this.#presentAmong(keys);
    return new Set(present.map(({ object }) => object.metadata.uid ?? ''));
  }

  async #presentAmong(keys: readonly ObjectKey[]): Promise<Present[]> {
    const found = await findMany(this.tx, this.draft.head.clusterId, keys);
    return [...found.values()].flatMap((stored) => this.#present(stored) ?? []);
  }

  /** As the draft leaves it. */
  #present({ object, createdPosition }: StoredObject): Present | undefined {
    const drafted = this.draft.find(object);
    if (drafted === 'gone') return undefined;
    return { object: drafted?.object ?? object, before: object, createdPosition };
  }
}

function ownerOf({ kind, metadata: { namespace = '', name, uid = '' } }: Manifest): Owner {
  return { kind, namespace, name, uid };
}

function ownersOf({ metadata }: Manifest): readonly OwnerReference[] {
  return metadata.ownerReferences ?? [];
}

function withOwners(object: Manifest, owners: readonly OwnerReference[]): Manifest {
  const { ownerReferences: _, ...metadata } = object.metadata;
  return { ...object, metadata: { ...metadata, ...(owners.length > 0 && { ownerReferences: [...owners] }) } };
}

function isGoing({ metadata }: Manifest): boolean {
  return metadata.deletionTimestamp !== undefined;
}

/** As the object asks for itself. */
function policyOf({ metadata: { finalizers = [] } }: Manifest): PropagationPolicy {
  if (finalizers.includes(ORPHAN)) return 'Orphan';
  return finalizers.includes(FOREGROUND) ? 'Foreground' : 'Background';
}

/** A namespace has the finalizers of its content in its spec. */
function withoutFinalizer(object: Manifest, finalizer: string): Manifest {
  if (object.kind === 'Namespace') {
    const { finalizers = [], ...spec } = (object.spec ?? {}) as { readonly finalizers?: readonly string[] };
    return { ...object, spec: { ...spec, finalizers: finalizers.filter((one) => one !== finalizer) } };
  }
  const { finalizers = [], ...metadata } = object.metadata;
  const left = finalizers.filter((one) => one !== finalizer);
  return { ...object, metadata: { ...metadata, ...(left.length > 0 && { finalizers: left }) } };
}
