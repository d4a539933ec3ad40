import type { KubernetesObject } from '#kubernetes';
import { timeOf, Timers } from '../clock/index.js';
import { EventRecorder } from '../events/index.js';
import { Dice } from '../seed/index.js';
import { ClusterState, TrackedMap, type ReadableState } from '../state/index.js';
import { Writer, type Write } from '../writes/index.js';
import { causeInWords, type Cause, type Change, type GivenChange } from './change.js';
import type { Controller, ControllerContext, ControllerEntry } from './controller.js';
import { isHeartbeat } from './heartbeat.js';
import { partsOf, type KeptDifference } from './kept-difference.js';
import { inOrder, newcomers } from './kept-order.js';
import type { KeptState } from './kept-state.js';
import { LoopGuard, type StoppedLoop } from './loop-guard.js';

/** What a living cluster begins with. */
export interface LivingBeginning {
  readonly objects: Iterable<KubernetesObject>;
  /** Milliseconds since 1970. */
  readonly now: number;
  readonly seed: string;
  /** In the order in which they look at what happened at one moment. */
  readonly controllers: readonly ControllerEntry[];
  /** How many changes there were before. */
  readonly position?: number;
  /** What a cluster that lived before kept beside its objects. */
  readonly kept?: KeptState;
}

/** A moment: what happened at one time, or the next part of it where that is much. */
export interface Moment {
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly changes: readonly Change[];
}

/**
 * A moment ends with the look that brings it to so many changes; what is left to be looked at is the next one, at the
 * same time. How much is held in memory at once does not grow with the cluster.
 */
const MOST_CHANGES = 5_000;
const FIRST_RETRY_MS = 5;
const LONGEST_RETRY_MS = 1_000_000;

/**
 * A cluster that lives: controllers look at what changed and at what is due, and what they write is looked at in turn.
 * Time is an input, and so is the seed: the same requests at the same times make the same changes.
 */
export class LivingCluster {
  readonly #state = new ClusterState();
  readonly #timers = new Timers();
  readonly #dice: Dice;
  readonly #entries: readonly ControllerEntry[];
  readonly #controllers: readonly Controller[];
  readonly #queues: readonly TrackedMap<Cause>[];
  readonly #memories: readonly TrackedMap<unknown>[];
  readonly #writer: Writer;
  readonly #recorder: EventRecorder;
  readonly #guard: LoopGuard;
  #now: number;
  #position: number;
  #lastChangeAt: number;
  #by: number | null = null;
  #cause: Cause = { kind: 'request', request: '' };
  #changes: Change[] = [];

  constructor({ objects, now, seed, controllers, position = 0, kept: found }: LivingBeginning) {
    const names = controllers.map(({ name }) => name);
    const kept = found && inOrder(found, names);
    this.#now = now;
    this.#lastChangeAt = kept?.lastChangeAt ?? now;
    this.#position = position;
    this.#entries = controllers;
    this.#dice = new Dice(seed, kept?.draws);
    this.#guard = new LoopGuard(kept?.stopped, kept?.looks);
    this.#memories = [...controllers, 'events'].map((_, index) => new TrackedMap(kept?.memories[index]));
    this.#queues = controllers.map((_, index) => new TrackedMap(kept?.queued[index]));
    for (const timer of kept?.timers ?? []) this.#timers.set(timer);
    const place = { state: this.#state, now: () => this.#now };
    this.#writer = new Writer({ ...place, dice: this.#dice, commit: (write) => this.#commit(write) });
    const put = (event: KubernetesObject): KubernetesObject => this.#putEvent(event);
    const cause = (): string => causeInWords(this.#cause);
    this.#recorder = new EventRecorder({ ...place, put, cause, memory: this.#memory(controllers.length) });
    for (const object of objects) {
      this.#state.put(object);
      if (object.kind === 'Event') this.#recorder.noticed(object);
    }
    this.#controllers = controllers.map(({ make }, owner) => make(this.#contextOf(owner, found !== undefined)));
    this.#introduce(found === undefined || found.unseen === true ? names : newcomers(found, names));
  }

  get now(): number {
    return this.#now;
  }

  get position(): number {
    return this.#position;
  }

  get state(): ReadableState {
    return this.#state;
  }

  /** The controllers that were stopped because they wrote without end while no time passed. */
  get stopped(): readonly StoppedLoop[] {
    return this.#guard.stopped;
  }

  /** The earliest timer; its time is `now` while something is still to be looked at. */
  get next(): { readonly at: number; readonly what: string } | null {
    const busy = this.#queues.findIndex(({ size }) => size > 0);
    if (busy >= 0) return { at: this.#now, what: this.#entries[busy]?.name ?? '' };
    const timer = this.#timers.peek();
    return timer === undefined ? null : { at: timer.at, what: `${this.#nameOf(timer.owner)} ${timer.key}` };
  }

  /** It is later, although nothing was looked at until then: what a request wrote is taken at the time of the wall. */
  passTo(at: number): void {
    this.#moveTo(Math.max(at, this.#now));
  }

  /**
   * Takes what a request wrote, admitted already, at the present time. Its consequences come with the next step.
   * @param position of the first of its changes, where it does not follow the last one
   */
  apply(given: readonly GivenChange[], request: string, position = this.#position + 1): readonly Change[] {
    this.#position = position - 1;
    this.#by = null;
    this.#cause = { kind: 'request', request };
    for (const { op, object } of given) {
      const { namespace = '', name, uid } = object.metadata;
      const stored = this.#state.get(object.kind, namespace, name);
      const before = stored?.metadata.uid === uid ? (stored ?? null) : null;
      this.#guard.forgive(`${namespace}/${name}`);
      this.#commit({ op: op === 'delete' ? 'delete' : before === null ? 'create' : 'update', object, before });
    }
    return this.#take();
  }

  /**
   * What is still to be looked at now; else everything that is due at the earliest time, if that is not later than
   * `by`: so much of it as one moment takes. Undefined when nothing is left until then: the time is `by` afterwards.
   */
  step(by: number): Moment | undefined {
    if (!this.#isBusy) {
      const first = this.#timers.peek();
      if (first === undefined || first.at > by) {
        this.#moveTo(Math.max(by, this.#now));
        return undefined;
      }
      this.#moveTo(Math.max(first.at, this.#now));
      for (let due = this.#timers.take(this.#now); due !== undefined; due = this.#timers.take(this.#now))
        this.#enqueue(due.owner, due.key, {
          kind: 'timer',
          controller: this.#nameOf(due.owner),
          key: due.key,
          at: due.at,
        });
    }
    this.#drain();
    return { at: this.#now, changes: this.#take() };
  }

  /** Everything that is due up to a time, in order. */
  *advanceTo(at: number): Generator<Moment, void, undefined> {
    for (let moment = this.step(at); moment !== undefined; moment = this.step(at)) yield moment;
  }

  /** Goes on until no object has changed for `quietMs`, at most for `atMostMs`. Events, leases, heartbeats aside. */
  *settle({
    quietMs,
    atMostMs,
    from = this.#now,
  }: {
    readonly quietMs: number;
    readonly atMostMs: number;
    /** When settling began, if it goes on. */
    readonly from?: number;
  }): Generator<Moment, void, undefined> {
    for (;;) {
      const quietAt = Math.max(this.#lastChangeAt, from) + quietMs;
      const moment = this.step(Math.min(quietAt, from + atMostMs));
      if (moment === undefined) return;
      yield moment;
    }
  }

  /** What a controller keeps, for those who show it. */
  memoryOf(name: string): Map<string, unknown> {
    return this.#memory(this.#entries.findIndex((entry) => entry.name === name));
  }

  /** What the cluster is beside its objects. */
  keep(): KeptState {
    return {
      controllers: this.#entries.map(({ name }) => name),
      timers: this.#timers.all(),
      queued: this.#queues.map((queue) => [...queue]),
      ...this.#keptCounts(),
      memories: this.#memories.map((memory) => [...memory]),
    };
  }

  /** The same, as far as it has changed since this was called last. */
  takeKeptDifference(): KeptDifference {
    return {
      ...this.#keptCounts(),
      timers: this.#timers.takeDifference(),
      queued: partsOf(this.#queues.map((queue) => queue.take())),
      memories: partsOf(this.#memories.map((memory) => memory.take())),
    };
  }

  #keptCounts(): Pick<KeptState, 'draws' | 'lastChangeAt' | 'stopped' | 'looks'> {
    return {
      draws: this.#dice.draws,
      lastChangeAt: this.#lastChangeAt,
      stopped: this.stopped,
      ...(this.#isBusy && { looks: this.#guard.looks }),
    };
  }

  get #isBusy(): boolean {
    return this.#queues.some(({ size }) => size > 0);
  }

  #drain(): void {
    while (this.#changes.length < MOST_CHANGES) {
      const owner = this.#queues.findIndex(({ size }) => size > 0);
      if (owner < 0) return;
      const queue = this.#queues[owner] ?? new TrackedMap<Cause>();
      const [key, cause] = queue.entries().next().value ?? ['', this.#cause];
      queue.delete(key);
      this.#sync(owner, key, cause);
    }
  }

  #sync(owner: number, key: string, cause: Cause): void {
    const id = `${this.#nameOf(owner)} ${key}`;
    if (this.#guard.isStopped(id)) return;
    const before = this.#changes.length;
    this.#by = owner;
    this.#cause = cause;
    this.#controllers[owner]?.sync(key);
    const isBounded = this.#entries[owner]?.unbounded !== true;
    if (isBounded && this.#changes.length > before) this.#guard.wrote(id, key, this.#now);
  }

  #commit({ op, object: given, before }: Write): KubernetesObject {
    this.#position += 1;
    const object = { ...given, metadata: { ...given.metadata, resourceVersion: String(this.#position) } };
    if (op === 'delete') this.#state.remove(before ?? object);
    else this.#state.put(object);
    const by = this.#by === null ? null : this.#nameOf(this.#by);
    const change = { position: this.#position, at: this.#now, op, object, before, by, cause: this.#cause };
    if (!isHeartbeat(change)) this.#lastChangeAt = this.#now;
    if (object.kind === 'Event') this.#recorder[op === 'delete' ? 'forget' : 'noticed'](object);
    this.#changes.push(change);
    this.#notice(change);
    return object;
  }

  /** Shows controllers that come new to the cluster all that is there. */
  #introduce(names: readonly string[]): void {
    if (names.length === 0) return;
    for (const object of [...this.#state.all()]) this.#notice(this.#asNew(object), new Set(names));
  }

  #notice(change: Change, names?: ReadonlySet<string>): void {
    const cause = { kind: 'change', position: change.position } as const;
    this.#controllers.forEach((controller, owner) => {
      if (names?.has(this.#nameOf(owner)) === false) return;
      for (const key of controller.noticed(change)) this.#enqueue(owner, key, cause);
    });
  }

  /** An object that was there at the beginning is looked at as if it had just come. */
  #asNew(object: KubernetesObject): Change {
    const position = Number(object.metadata.resourceVersion ?? 0);
    return { position, at: this.#now, op: 'create', object, before: null, by: null, cause: this.#cause };
  }

  #enqueue(owner: number, key: string, cause: Cause): void {
    const queue = this.#queues[owner];
    if (queue !== undefined && !queue.has(key)) queue.set(key, cause);
  }

  #moveTo(at: number): void {
    if (at > this.#now) this.#guard.timePassed();
    this.#now = at;
  }

  #take(): readonly Change[] {
    const changes = this.#changes;
    this.#changes = [];
    return changes;
  }

  #nameOf(owner: number): string {
    return this.#entries[owner]?.name ?? '';
  }

  #memory(index: number): Map<string, unknown> {
    return this.#memories[index] ?? new TrackedMap<unknown>();
  }

  #putEvent(event: KubernetesObject): KubernetesObject {
    const { metadata } = event;
    return this.#writer.put({ ...event, metadata: { ...metadata, uid: metadata.uid ?? this.#dice.uid() } });
  }

  #contextOf(owner: number, isContinued: boolean): ControllerContext {
    const [writer, memory, name] = [this.#writer, this.#memory(owner), this.#nameOf(owner)];
    const now = (): number => this.#now;
    const cause = (): Cause => this.#cause;
    return {
      ...{ name, memory, isContinued, state: this.#state, dice: this.#dice },
      get now() {
        return now();
      },
      get time() {
        return timeOf(now());
      },
      get cause() {
        return cause();
      },
      because: (given) => void (this.#cause = given),
      create: (object) => writer.create(object),
      update: <Kind extends KubernetesObject>(object: Kind) => writer.update(object) as Kind,
      updateStatus: <Kind extends KubernetesObject>(object: Kind) => writer.updateStatus(object) as Kind,
      delete: (object, options) => writer.delete(object, options),
      record: (event) => this.#recorder.record(event.component ?? name, event),
      enqueue: (key) => this.#enqueue(owner, key, this.#cause),
      wakeAt: (key, at) => this.#timers.set({ owner, key, at: Math.max(at, this.#now) }),
      wakeBy: (key, at) => this.#timers.setBy({ owner, key, at: Math.max(at, this.#now) }),
      retry: (key, longestMs = LONGEST_RETRY_MS) => {
        const failures = Number(memory.get(`failures ${key}`) ?? 0);
        memory.set(`failures ${key}`, failures + 1);
        const wait = Math.min(FIRST_RETRY_MS * 2 ** failures, longestMs);
        this.#timers.setBy({ owner, key, at: this.#now + wait });
      },
      succeeded: (key) => void memory.delete(`failures ${key}`),
    };
  }
}
