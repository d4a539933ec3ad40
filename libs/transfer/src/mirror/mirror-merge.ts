import { TimeSlice, type Transaction } from '#database';
import { admit, faultsOf, findKind, type Mutation } from '#kubernetes';
import { aggregateText } from '#apimachinery';
import { fieldWarnings } from '#kubernetes-schema';
import { isJsonObject } from '#json';
import { findMany, keyOf, type Manifest, type ObjectKey, type StoredObject } from '#rows';
import { same, seconds, type AdmissionLookups, type Draft, type DraftedChange, type Sealer } from '#writes';
import { itemOf, ItemList } from '../import/index.js';
import type { MirrorEvent, MirrorFault } from './mirror-event.js';
import type { MirrorCounts, MirrorReport } from './mirror-report.js';
import type { DraftedObservation } from './drafted-observation.js';
import { shownDecision, type ShownDecision } from './shown-decision.js';
import { findListed, findUidOwners, findUnlisted, forgetListed, noteListed } from './mirror.store.js';

interface MergeContext {
  readonly tx: Transaction;
  readonly clusterId: string;
  readonly draft: Draft;
  readonly sealer: Sealer;
  readonly lookups: AdmissionLookups;
  /** Kinds whose lists are under way before the batch. */
  readonly listing: readonly string[];
}

/** An event about an object, and which one. */
interface Addressed {
  readonly event: MirrorEvent;
  readonly key: ObjectKey;
}

/** Who makes the changes, as they say themselves. */
const MIRROR = 'mirror';

/**
 * Drafts what a batch says, event by event. What was seen in a real cluster is no request: what admission would refuse
 * stays as far as it can be read, and is named.
 */
export class MirrorMerge {
  readonly #counts = { created: 0, updated: 0, deleted: 0, unchanged: 0, leftOut: 0 };
  readonly #warnings = new ItemList();
  readonly #listing: Set<string>;
  /** What lists have named in this batch. */
  #named: ObjectKey[] = [];
  #present: ReadonlyMap<string, StoredObject> = new Map();
  #owners = new Map<string, ObjectKey>();
  readonly #observations: DraftedObservation[] = [];

  constructor(private readonly context: MergeContext) {
    this.#listing = new Set(context.listing);
  }

  /** Kinds whose lists are under way after the batch. */
  get listing(): readonly string[] {
    return [...this.#listing];
  }

  /** What the scheduler there decided, with the changes that show it. */
  get observations(): readonly DraftedObservation[] {
    return this.#observations;
  }

  async merge(events: readonly MirrorEvent[], faults: readonly MirrorFault[]): Promise<void> {
    const { tx, clusterId } = this.context;
    for (const fault of faults) this.#leaveOut(fault.index, fault.object, [fault]);
    const addressed = events.flatMap((event) => {
      const key = this.#keyOf(event);
      return key === undefined ? [] : [{ event, key }];
    });
    const objects = addressed.filter(({ event }) => OBJECT_EVENTS.includes(event.type));
    this.#present = await findMany(
      tx,
      clusterId,
      objects.map(({ key }) => key),
    );
    this.#owners = await findUidOwners(
      tx,
      clusterId,
      objects.flatMap(({ event: { object }, key }) => (key.kind === 'Pod' ? (uidOf(object) ?? []) : [])),
    );
    const slice = new TimeSlice();
    for (const one of addressed) {
      await this.#take(one);
      await slice.yieldWhenOver();
    }
    await this.#noteNamed();
  }

  /** What it came to. */
  report(): Pick<MirrorReport, 'warnings' | 'warningCount'> & { readonly counts: MirrorCounts } {
    return { counts: this.#counts, warnings: this.#warnings.refused, warningCount: this.#warnings.count };
  }

  /** Which object an event is about; of an event about a list, or the progress of one, the kind alone. */
  #keyOf({ index, type, object }: MirrorEvent): ObjectKey | undefined {
    const { apiVersion, kind, metadata } = object;
    const description = typeof apiVersion === 'string' && typeof kind === 'string' && findKind(apiVersion, kind);
    const left = (field: string, message: string): undefined =>
      void this.#leaveOut(index, object, [{ field, message: `${message}; the event is left out` }]);
    if (!description) return left('kind', `no kind ${shown(kind)} is kept in version ${shown(apiVersion)}`);
    const named = { kind: description.kind, metadata: { name: '' } };
    if (type === 'BOOKMARK' || type === 'LIST_BEGIN' || type === 'LIST_END') return named;
    const { name, namespace = '' } = isJsonObject(metadata) ? metadata : {};
    if (typeof name !== 'string' || name === '') return left('metadata.name', 'must be a name');
    if (typeof namespace !== 'string' || description.namespaced !== (namespace !== ''))
      return left('metadata.namespace', description.namespaced ? 'must be a name' : 'must not be set');
    return { ...named, metadata: { ...(namespace && { namespace }), name } };
  }

  async #take({ event, key }: Addressed): Promise<void> {
    const { tx, clusterId } = this.context;
    const { kind } = key;
    switch (event.type) {
      case 'BOOKMARK':
        return;
      case 'LIST_BEGIN':
        this.#named = this.#named.filter((one) => one.kind !== kind);
        await forgetListed(tx, clusterId, kind);
        this.#listing.add(kind);
        return;
      case 'LIST_END':
        return this.#endList(event, kind);
      case 'DELETED':
        return this.#remove(event, key);
      case 'SEEN':
        return this.#nameIt(key);
      default:
        this.#nameIt(key);
        this.#put(event, key);
    }
  }

  #nameIt(key: ObjectKey): void {
    if (this.#listing.has(key.kind)) this.#named.push(key);
  }

  async #noteNamed(): Promise<void> {
    await noteListed(this.context.tx, this.context.clusterId, this.#named);
    this.#named = [];
  }

  /** What the list has not named is gone. */
  async #endList(event: MirrorEvent, kind: string): Promise<void> {
    const { tx, clusterId, draft } = this.context;
    if (!this.#listing.delete(kind)) {
      const message = `no list of this kind has begun in the stream; nothing is removed`;
      return this.#leaveOut(event.index, event.object, [{ field: 'type', message }]);
    }
    await this.#noteNamed();
    // The rows of what the batch has written are not there yet.
    const drafted = draft.effects.flatMap(({ key, now }) => (key.kind === kind && now !== undefined ? [now] : []));
    const listed = await findListed(tx, clusterId, drafted);
    const unlisted = await findMany(tx, clusterId, await findUnlisted(tx, clusterId, kind));
    const missing = new Map([...unlisted].map(([key, { object }]) => [key, object]));
    for (const object of drafted) if (!listed.has(keyOf(object))) missing.set(keyOf(object), object);
    for (const object of missing.values()) {
      const now = this.#now(object, object);
      if (now === undefined) continue;
      this.#goTo(event);
      draft.remove(now);
      this.#counts.deleted += 1;
    }
    await forgetListed(tx, clusterId, kind);
  }

  #remove(event: MirrorEvent, key: ObjectKey): void {
    const stored = this.#present.get(keyOf(key));
    const now = this.#now(key, stored?.object);
    const uid = uidOf(event.object);
    // What has another uid came after it.
    if (now === undefined || (uid !== undefined && now.metadata.uid !== uid)) {
      this.#counts.unchanged += 1;
      return;
    }
    // What it says last is not seen again: an eviction may say why only then.
    if (shownDecision(event.object as unknown as Manifest, now)?.kind === 'evicted') this.#put(event, key);
    this.#goTo(event);
    this.context.draft.remove(this.#now(key, now) ?? now);
    this.#counts.deleted += 1;
  }

  #put(event: MirrorEvent, key: ObjectKey): void {
    const admitted = this.#admitted(event);
    if (admitted === undefined || this.#isOfAnother(event, key)) return;
    const { draft, sealer, clusterId } = this.context;
    const stored = this.#present.get(keyOf(key));
    const drafted = draft.find(key);
    const old = this.#now(key, stored?.object);
    const sealed = (drafted === 'gone' ? undefined : drafted?.sealed) ?? stored?.sealed;
    const given = asSeen(admitted.object, old, draft);
    const whole = sealer.reveal(clusterId, { object: given, sealed });
    if (old !== undefined && same(sealer.seal(clusterId, whole).object, old)) {
      this.#counts.unchanged += 1;
      return;
    }
    this.#goTo(event);
    if (old !== undefined && old.metadata.uid !== given.metadata.uid) draft.remove(old);
    const isNew = old === undefined || old.metadata.uid !== given.metadata.uid;
    const change = isNew
      ? draft.create(whole, admitted.mutations)
      : draft.update(whole, stored?.createdPosition ?? draft.head.position, admitted.mutations);
    const decision = shownDecision(given, isNew ? undefined : old);
    if (decision !== undefined) this.#observe(event, change, decision);
    this.#counts[old === undefined ? 'created' : 'updated'] += 1;
  }

  /** What a list says had been so before it began; of Events that is of a time of which the pods say no more. */
  #observe(event: MirrorEvent, change: DraftedChange, decision: ShownDecision): void {
    const listed = this.#listing.has(decision.from);
    if (listed && decision.from === 'Event') return;
    const at = event.at === undefined ? this.context.tx.at : new Date(event.at);
    this.#observations.push({ ...decision, change, at, listed });
  }

  /** An object as the batch leaves it so far. */
  #now(key: ObjectKey, stored: Manifest | undefined): Manifest | undefined {
    const drafted = this.context.draft.find(key);
    if (drafted === 'gone') return undefined;
    return drafted?.object ?? stored;
  }

  /** The object as it may be stored; undefined where nothing of it can be. */
  #admitted({ index, object }: MirrorEvent): { object: Manifest; mutations: readonly Mutation[] } | undefined {
    const { lookups } = this.context;
    const result = admit(object, { operation: 'import', onlyTells: true, leavesOut: 'unreadable', ...lookups });
    const unknown = fieldWarnings([], result.unknown);
    if (!('object' in result)) {
      const faults = faultsOf(result);
      const problems = 'problems' in result ? faults : [{ message: aggregateText(faults.map((one) => one.message)) }];
      this.#leaveOut(index, object, problems);
      return undefined;
    }
    const reported = result.reported.map((message) => ({ message }));
    for (const fault of [...unknown, ...result.remarks, ...reported]) this.#warnings.add(itemOf(index, object, fault));
    return { object: result.object, mutations: result.mutations };
  }

  /** Whether a pod has the uid of another one: two of one uid cannot be distinguished. */
  #isOfAnother({ index, object }: MirrorEvent, key: ObjectKey): boolean {
    const uid = uidOf(object);
    if (key.kind !== 'Pod' || uid === undefined) return false;
    const owner = this.#owners.get(uid);
    if (owner === undefined || keyOf(owner) === keyOf(key) || this.context.draft.find(owner) === 'gone') {
      this.#owners.set(uid, key);
      return false;
    }
    const { namespace = '', name } = owner.metadata;
    const message = `Duplicate value: ${shown(uid)}: pod ${shown(`${namespace}/${name}`)} has it; the pod is left out`;
    this.#leaveOut(index, object, [{ field: 'metadata.uid', message }]);
    return true;
  }

  #leaveOut(
    index: number,
    object: object,
    faults: readonly { readonly field?: string; readonly message: string }[],
  ): void {
    this.#counts.leftOut += 1;
    for (const fault of faults) this.#warnings.add(itemOf(index, object, fault));
  }

  /** The changes that follow are those of the event. */
  #goTo({ object: { metadata }, at }: MirrorEvent): void {
    const { draft, tx } = this.context;
    const { resourceVersion } = isJsonObject(metadata) ? metadata : {};
    const source = {
      resourceVersion: typeof resourceVersion === 'string' ? resourceVersion : '',
      at: (at === undefined ? tx.at : new Date(at)).toISOString(),
    };
    draft.goTo({ at: draft.at, cause: { by: MIRROR, source } });
  }
}

const OBJECT_EVENTS: readonly string[] = ['ADDED', 'MODIFIED', 'DELETED'];

/** The object as it is stored: as it was seen, but for what is of the server that it was seen at. */
function asSeen(object: Manifest, old: Manifest | undefined, { at, draws }: Draft): Manifest {
  const { resourceVersion: _, selfLink: _link, managedFields: _fields, ...metadata } = object.metadata;
  const { uid, creationTimestamp } = metadata;
  return {
    ...object,
    metadata: {
      ...metadata,
      uid: uid ?? old?.metadata.uid ?? draws.uid(),
      creationTimestamp: creationTimestamp ?? old?.metadata.creationTimestamp ?? seconds(at),
    },
  };
}

function uidOf({ metadata }: Record<string, unknown>): string | undefined {
  const uid = isJsonObject(metadata) ? metadata['uid'] : undefined;
  return typeof uid === 'string' && uid !== '' ? uid : undefined;
}

function shown(value: unknown): string {
  return typeof value === 'string' ? JSON.stringify(value) : 'of no text';
}
