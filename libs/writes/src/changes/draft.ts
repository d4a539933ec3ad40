import { taintNewNode, type Mutation } from '#kubernetes';
import {
  keyOf,
  type BoundPod,
  type ConditionedPod,
  type Manifest,
  type ObjectKey,
  type StoredObject,
  type WrittenRows,
} from '#rows';
import { type Sealed, type Sealer } from '../sealing/index.js';
import type { DraftedCause } from './cause.js';
import { timeAt } from './cluster-clock.queries.js';
import { changeOf, type Change } from './change.js';
import type { ClusterHead } from './cluster-head.store.js';
import { Draws } from './draws.js';
import type { RunRows } from './run-rows.js';

/**
 * A change of a draft, and the object that it leaves. Its position is known when nothing can come before it any more.
 */
export class DraftedObject {
  /** Undefined as long as the draft may still grow in front of it. */
  position: bigint | undefined;
  moment?: DraftedMoment;

  constructor(
    readonly change: Change,
    readonly object: Manifest,
    private readonly created?: DraftedObject | bigint,
    readonly sealed?: Uint8Array,
  ) {}

  /** Where it was created: a position, or in this draft. */
  get creation(): DraftedObject | bigint {
    return this.created ?? this;
  }

  /** @throws while its position is not known */
  get stored(): StoredObject {
    const { object, creation, sealed } = this;
    const createdPosition = typeof creation === 'bigint' ? creation : positionOf(creation);
    return { object, resourceVersion: positionOf(this), createdPosition, ...(sealed && { sealed }) };
  }
}

/** When a change of a draft happens in a cluster with a clock, and why, where no request wrote it. */
export interface DraftedMoment {
  readonly at: Date;
  readonly cause?: DraftedCause;
}

/** A change that leaves no object, and its position. */
export interface DraftedChange {
  readonly change: Change;
  position: bigint | undefined;
  /** Absent where it happens at the time of the draft, by its request. */
  moment?: DraftedMoment;
}

interface DraftedBinding extends DraftedChange {
  readonly pod: Omit<BoundPod, 'position'>;
}

interface DraftedConditions extends DraftedChange {
  readonly pod: Omit<ConditionedPod, 'position'>;
}

/** An object that the draft touches: whether it was there before, and what is there after it. */
interface DraftedRow {
  readonly wasThere: boolean;
  readonly now: DraftedObject | undefined;
  readonly key: ObjectKey;
  /** As it was, of an object that is removed and was not touched before. */
  readonly before?: Manifest | undefined;
}

/** What a draft does to an object: `before` is known of some of those that were there. */
export interface Effect {
  readonly key: ObjectKey;
  readonly wasThere: boolean;
  readonly before: Manifest | undefined;
  readonly now: Manifest | undefined;
}

/** Where a draft begins, and what belongs to it from the start. */
export interface DraftOptions {
  readonly head: ClusterHead;
  /** The time of its transaction. */
  readonly at: Date;
  /** What takes the values out of Secrets; a draft without it takes none that has any. */
  readonly sealer?: Sealer;
}

/** Kinds without a namespace that controllers and kubelets report events of. */
const EVENTFUL_KINDS: ReadonlySet<string> = new Set(['Node', 'PersistentVolume']);

/**
 * A write before it is written: changes in order, what they do to rows, and what a run adds to them. The caller only
 * makes the draft: followers complete it, `commit` writes it. It holds everything that was not flushed, and so a draft
 * that grows large is flushed on its way.
 */
export class Draft {
  readonly head: ClusterHead;
  /** The time of what it writes into objects: that of the cluster, where it has a clock. */
  readonly at: Date;
  readonly draws: Draws;
  /** What a run adds. */
  run: RunRows | undefined;
  /** Namespaces by the kinds of what was touched in them, flushed or not. */
  readonly touched = new Map<string, Set<string>>();
  /** Namespaces that something was created in, or has its events in, and that the draft has not seen. */
  readonly inhabited = new Set<string>();
  readonly #seenNamespaces = new Set<string>();
  readonly #rows = new Map<string, DraftedRow>();
  #changes: DraftedChange[] = [];
  #bindings: DraftedBinding[] = [];
  #conditions: DraftedConditions[] = [];
  readonly #whenWritten: ((next: ClusterHead) => void)[] = [];
  #flushed = 0;

  readonly #sealer: Sealer | undefined;
  #moment: DraftedMoment | undefined;

  constructor({ head, at, sealer }: DraftOptions) {
    this.head = head;
    this.at = head.clock === null ? at : timeAt(head.clock, at);
    this.draws = new Draws(head.clock === null ? undefined : { seed: head.clock.seed, position: head.position });
    this.#sealer = sealer;
  }

  /** The time of the cluster at the end of the draft; null in a cluster without a clock. */
  get clusterAt(): Date | null {
    return this.head.clock === null ? null : (this.#moment?.at ?? this.at);
  }

  /** Whether it is what controllers did as time passed: they charged quotas themselves. */
  get isLived(): boolean {
    return this.#moment !== undefined;
  }

  /**
   * From here on everything happens at this moment of the cluster: after what has happened, and nothing in front of it.
   */
  goTo(moment: DraftedMoment): void {
    this.#moment = moment;
  }

  /** Whether anything happens, flushed or not. */
  get isEmpty(): boolean {
    return this.#flushed === 0 && this.#changes.length === 0;
  }

  /** Whether some of it is written already. */
  get isFlushed(): boolean {
    return this.#flushed > 0;
  }

  /** Those that are not written yet, in order. */
  get changes(): readonly Change[] {
    return this.#changes.map(({ change }) => change);
  }

  /** The same with their positions and moments. */
  get drafted(): readonly DraftedChange[] {
    return this.#changes;
  }

  /** How many there are, flushed or not. */
  get count(): number {
    return this.#flushed + this.#changes.length;
  }

  /** An object as the draft leaves it, `gone`, or undefined where what is not written yet says nothing of it. */
  find(key: ObjectKey): DraftedObject | 'gone' | undefined {
    const row = this.#rows.get(keyOf(key));
    return row && (row.now ?? 'gone');
  }

  /**
   * What it does to objects, each once, as far as that is not written yet: bindings and conditions that leave
   * everything else of a pod as it is are not among it.
   */
  get effects(): readonly Effect[] {
    return [...this.#rows.values()].map(({ key, wasThere, before, now }) => ({
      key: { kind: key.kind, metadata: key.metadata },
      wasThere,
      before,
      now: now?.object,
    }));
  }

  /** `mutations`: what admission made of it on its way here. */
  create(given: Manifest, mutations?: readonly Mutation[]): DraftedObject {
    const namespace = given.metadata.namespace ?? this.#namespaceOfEvents(given);
    if (namespace && !this.#seenNamespaces.has(namespace)) this.inhabited.add(namespace);
    const { object, sealed } = this.#seal(this.#asCreated(given));
    const drafted = new DraftedObject(changeOf('create', object, mutations), object, undefined, sealed);
    return this.#put(drafted, this.#rows.get(keyOf(object))?.wasThere ?? false);
  }

  /** An object is another: one that is there, or that the draft has created. */
  update(given: Manifest, createdPosition: bigint, mutations?: readonly Mutation[]): DraftedObject {
    const sealed = this.#seal(given);
    return this.#revise(changeOf('update', sealed.object, mutations), sealed, createdPosition);
  }

  /** An object that is there is gone: deleted as it last was, unless the change says otherwise. */
  remove(object: Manifest, change: Change = changeOf('delete', object)): DraftedChange {
    const drafted: DraftedChange = { change, position: undefined };
    this.#add(drafted);
    const key = keyOf(object);
    const row = this.#rows.get(key);
    if (row?.wasThere === false) this.#rows.delete(key);
    else this.#rows.set(key, { wasThere: true, now: undefined, key: object, before: row ? row.before : object });
    return drafted;
  }

  /** Takes back updates of an object that was there before: it goes in the same revision, and nothing read them. */
  withdrawUpdates(key: ObjectKey): void {
    const text = keyOf(key);
    const isUpdate = (one: DraftedChange): boolean =>
      one instanceof DraftedObject && one.change.op === 'update' && keyOf(one.object) === text;
    this.#changes = this.#changes.filter((one) => !isUpdate(one));
    if (this.#rows.get(text)?.wasThere === true) this.#rows.delete(text);
  }

  /** A pod that is unbound goes to a node. The log keeps the patch, not the pod. */
  bind(pod: Omit<BoundPod, 'position'>, patch: object): void {
    const binding = { change: bindingOf(pod, patch), position: undefined, pod };
    this.#add(binding);
    this.#bindings.push(binding);
  }

  /** The same of a pod that other things happen to as well: it is written whole. */
  bindWhole(
    pod: Omit<BoundPod, 'position'>,
    patch: object,
    bound: Omit<StoredObject, 'resourceVersion'>,
  ): DraftedObject {
    return this.#revise(bindingOf(pod, patch), bound, bound.createdPosition);
  }

  /** A pod on no node, as it is with other conditions: its row gets these. Nothing else may happen to it. */
  sayConditions(pod: Manifest): void {
    const { namespace = '', name, uid = '' } = pod.metadata;
    const { conditions = [] } = (pod.status ?? {}) as { readonly conditions?: readonly object[] };
    const said = { change: changeOf('update', pod), position: undefined, pod: { namespace, name, uid, conditions } };
    this.#add(said);
    this.#conditions.push(said);
  }

  /** A change about the log, and no object. */
  note(change: Change): void {
    this.#add({ change, position: undefined });
  }

  /** Creates objects in front of everything that is not flushed: what was drafted needs them. */
  createInFront(objects: readonly Manifest[]): void {
    if (this.#moment !== undefined) return objects.forEach((object) => this.create(object));
    const drafted = objects.map((object) => new DraftedObject(changeOf('create', object), object));
    for (const one of drafted) {
      this.#touch(one.change);
      this.#rows.set(keyOf(one.object), { wasThere: false, now: one, key: one.object });
    }
    this.#changes.unshift(...drafted);
  }

  /** An object that is there is another, in front of everything that is not flushed: none of that may be of it. */
  updateInFront(object: Manifest, createdPosition: bigint): void {
    if (this.#moment !== undefined) return void this.update(object, createdPosition);
    const drafted = new DraftedObject(changeOf('update', object), object, createdPosition);
    this.#touch(drafted.change);
    this.#rows.set(keyOf(object), { wasThere: true, now: drafted, key: object });
    this.#changes.unshift(drafted);
  }

  /** Namespaces that are known to be there. */
  sawNamespace(name: string): void {
    this.#seenNamespaces.add(name);
    this.inhabited.delete(name);
  }

  /** Gives everything its position: nothing can come in front of it from now on. */
  number(): void {
    let position = this.head.position + BigInt(this.#flushed);
    for (const drafted of this.#changes) drafted.position = ++position;
  }

  /** The rows that are not written yet. @throws before they have positions */
  rows(): WrittenRows {
    const all = [...this.#rows.values()];
    const written = (wasThere: boolean): StoredObject[] =>
      all.flatMap(({ now, ...row }) => (now === undefined || row.wasThere !== wasThere ? [] : [now.stored]));
    return {
      inserted: written(false),
      replaced: written(true),
      removed: all.flatMap(({ now, key }) => (now === undefined ? [key] : [])),
      bound: this.#bindings.map((binding) => ({ ...binding.pod, position: positionOf(binding) })),
      conditioned: this.#conditions.map((said) => ({ ...said.pod, position: positionOf(said) })),
    };
  }

  /** What was to be written is written; the draft goes on behind it. */
  flushed(): void {
    this.#flushed += this.#changes.length;
    this.#changes = [];
    this.#bindings = [];
    this.#conditions = [];
    this.#rows.clear();
  }

  /**
   * Calls back when the draft is written, with the head that it leads to; the commit is not yet certain then.
   */
  whenWritten(tell: (next: ClusterHead) => void): void {
    this.#whenWritten.push(tell);
  }

  /** The draft is written as the revision that this head ends with. */
  written(next: ClusterHead): void {
    for (const tell of this.#whenWritten) tell(next);
  }

  #revise(change: Change, { object, sealed }: Sealed, createdPosition: bigint): DraftedObject {
    const before = this.#rows.get(keyOf(object));
    // It may have been removed and created again on the way.
    const created = before?.now?.creation ?? createdPosition;
    const drafted = new DraftedObject(change, object, created, sealed ?? before?.now?.sealed);
    return this.#put(drafted, before?.wasThere ?? true);
  }

  /** In a cluster with a clock a node is not ready until the node controller has looked at it. */
  #asCreated(object: Manifest): Manifest {
    return object.kind === 'Node' && this.head.clock !== null ? taintNewNode(object) : object;
  }

  /**
   * Events of objects without a namespace are in `default`. In a cluster with a clock they come by themselves, so it is
   * there before them: made when one is written, its time would be the one at which that part of the time ends.
   */
  #namespaceOfEvents({ kind }: Manifest): string | undefined {
    return this.head.clock !== null && EVENTFUL_KINDS.has(kind) ? 'default' : undefined;
  }

  #seal(object: Manifest): Sealed {
    if (object.kind !== 'Secret') return { object };
    if (this.#sealer === undefined) throw new Error('this draft takes no Secrets');
    return this.#sealer.seal(this.head.clusterId, object);
  }

  #put(drafted: DraftedObject, wasThere: boolean): DraftedObject {
    this.#add(drafted);
    const key = keyOf(drafted.object);
    this.#rows.set(key, { wasThere, now: drafted, key: drafted.object, before: this.#rows.get(key)?.before });
    return drafted;
  }

  #add(drafted: DraftedChange): void {
    if (this.#moment !== undefined) drafted.moment = this.#moment;
    this.#changes.push(drafted);
    this.#touch(drafted.change);
  }

  #touch({ kind, namespace }: Change): void {
    const namespaces = this.touched.get(kind);
    if (namespaces === undefined) this.touched.set(kind, new Set([namespace]));
    else namespaces.add(namespace);
  }
}

declare const COMPLETED: unique symbol;

/** A draft with all that follows from it: what `complete` of the followers answers, and `commit` takes. */
export type CompletedDraft = Draft & { readonly [COMPLETED]: true };

function bindingOf({ namespace, name, uid }: Omit<BoundPod, 'position'>, body: object): Change {
  return { op: 'bind', apiVersion: 'v1', kind: 'Pod', namespace, name, uid, body };
}

function positionOf({ change, position }: { readonly change: Change; readonly position: bigint | undefined }): bigint {
  if (position === undefined) throw new Error(`${change.op} of ${change.kind} ${change.name} has no position yet`);
  return position;
}
