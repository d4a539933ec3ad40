import { read, type Refusal } from '#requests';
import type { KindDescription } from '#kubernetes';
import { served, type StoredObject } from '#rows';
import { initialIn } from '#cluster';
import { readReach } from '#state';
import { setTimeout as pause } from 'node:timers/promises';
import type { LoggedChange } from '../log/index.js';
import type { ClusterMoments } from '../past/index.js';
import type { Following } from '../watch/index.js';
import { InitialObjects } from './initial-objects.js';
import { applyChange, type ObjectChange } from './object-change.js';
import { readSealedValues, type SealedValues } from './sealed-values.queries.js';
import { ObjectStream, streamKey, type StreamRequest } from './object-stream.js';
import { WatchedObject } from './watched-object.js';

/** Where a feed begins, and of what. */
export interface FeedRequest {
  readonly clusterId: string;
  readonly kind: KindDescription;
  /** The position that it must know the changes after; undefined for the present one. */
  readonly after: bigint | undefined;
}

/** What a feed stands on. */
export interface FeedSource {
  readonly following: Following;
  readonly moments: ClusterMoments;
}

/** Why nothing follows: the log does not go on, this process ends, another feed goes on, or something failed. */
export type FeedEnd = Refusal | 'deleted' | 'stopped' | 'moved' | { readonly error: unknown };

/** Changes that are kept for those who come later, or come back: so many, or so many characters. */
const KEPT = { count: 10_000, size: 16 * 2 ** 20 };
/** Feeds that begin in the past begin at multiples of this: those who come back after a restart share one. */
const BEGINNINGS = 1_000n;
/** Objects read at a time when a feed begins. */
const BATCH = 1_000;
/** How long a head is waited for. */
const WAIT_MS = 15_000;
/** So many readers are written to in a millisecond. */
const READERS_A_MS = 10;
/** The longest that changes wait to be written together. */
const MOST_PAUSE_MS = 100;

/**
 * The objects of one kind in a cluster, brought up to date from the log, and its last changes. The log has a binding as
 * a patch, and no change knows the object before it: so a feed has all objects of its kind, once for all streams.
 */
export class ObjectFeed {
  readonly #objects = new Map<string, WatchedObject>();
  #initial: InitialObjects | undefined;
  readonly #streams = new Map<string, ObjectStream>();
  readonly #recent: ObjectChange[] = [];
  #recentSize = 0;
  #position = 0n;
  /** The changes after it are known. */
  #start = 0n;
  readonly #closing = new AbortController();
  readonly #awaited = new Set<() => void>();
  /** Why nothing follows; undefined as long as something may. */
  end: FeedEnd | undefined;

  private constructor(
    private readonly request: FeedRequest,
    private readonly source: FeedSource,
  ) {}

  /** Reads the objects; the feed stands still until it runs. */
  static async open(request: FeedRequest, source: FeedSource): Promise<ObjectFeed | Refusal> {
    const feed = new ObjectFeed(request, source);
    const refusal = await feed.#read();
    return refusal ?? feed;
  }

  get position(): bigint {
    return this.#position;
  }

  get readers(): number {
    let readers = 0;
    for (const stream of this.#streams.values()) readers += stream.readers;
    return readers;
  }

  /** Whether every change after a position is known, or will be. */
  knows(after: bigint): boolean {
    return after >= this.#start;
  }

  /** All objects of a namespace, or of all, by namespace and name. */
  objects(namespace: string): readonly WatchedObject[] {
    const all = [...this.#objects.values()];
    const found = namespace === '' ? all : all.filter((object) => object.namespace === namespace);
    return found.sort(byKey);
  }

  /** The changes after a position that is known. */
  since(after: bigint): readonly ObjectChange[] {
    return this.#recent.slice(firstAfter(this.#recent, after));
  }

  stream(request: StreamRequest): ObjectStream {
    const key = streamKey(request);
    let stream = this.#streams.get(key);
    if (stream === undefined) this.#streams.set(key, (stream = new ObjectStream(request)));
    return stream;
  }

  /** Forgets streams that have no readers. */
  tidy(): void {
    for (const [key, { readers }] of this.#streams) if (readers === 0) this.#streams.delete(key);
  }

  /** Resolves once the feed is at a position, or at its end. */
  async reached(position: bigint): Promise<void> {
    while (this.#position < position && this.end === undefined)
      await new Promise<void>((resolve) => {
        this.#awaited.add(resolve);
      });
  }

  /** Ends the feed: who joins it meanwhile goes on with another one. */
  close(): void {
    this.end ??= 'moved';
    this.#closing.abort();
  }

  /** Follows the log until it ends, or the feed is closed, or `isOver` says so after a step. */
  async run(isOver: () => boolean): Promise<void> {
    const { clusterId } = this.request;
    const { heads } = this.source.following;
    const unfollow = heads.follow(clusterId);
    try {
      while (this.end === undefined) {
        const end = await this.#step(isOver);
        // It may have been closed meanwhile.
        this.end ??= end;
      }
    } catch (error) {
      this.end = { error };
    } finally {
      unfollow();
      this.#settle();
      for (const stream of this.#streams.values()) stream.wake();
    }
  }

  /** Takes in the next page of the log, and waits where it ends. */
  async #step(isOver: () => boolean): Promise<FeedEnd | undefined> {
    const { clusterId } = this.request;
    const { heads, pages, stopping } = this.source.following;
    const { signal } = this.#closing;
    if (stopping.aborted) return 'stopped';
    const page = await pages.after(clusterId, this.#position);
    if (page.end !== undefined) return page.end;
    this.#apply(page.changes, page.through, await this.#valuesOf(page.changes));
    if (isOver()) return 'moved';
    if (page.changes.length > 0) await this.#rest(stopping);
    if (page.isLast) await heads.moved(clusterId, page.revision, { signal, atMostMs: WAIT_MS });
    return undefined;
  }

  /**
   * What is written meanwhile goes out together: many readers cost a system call each. One reader waits for nothing.
   */
  async #rest(stopping: AbortSignal): Promise<void> {
    const ms = Math.min(MOST_PAUSE_MS, Math.floor(this.readers / READERS_A_MS));
    if (ms > 0) await pause(ms, undefined, { signal: stopping, ref: false }).catch(() => undefined);
  }

  /** The log has no values of Secrets: those of the present are read where they are. */
  async #valuesOf(logged: readonly LoggedChange[]): Promise<SealedValues> {
    const { clusterId, kind } = this.request;
    const changed = kind.kind === 'Secret' ? logged.filter((change) => change.kind === 'Secret') : [];
    if (changed.length === 0) return new Map();
    const { database, lookout } = this.source.following;
    return read(database, lookout, (tx) => readSealedValues(tx, clusterId, changed));
  }

  #apply(logged: readonly LoggedChange[], through: bigint, values: SealedValues): void {
    const { kind } = this.request.kind;
    const emptied = new Set(
      logged.filter((one) => one.kind === 'Namespace' && one.op === 'delete').map(({ name }) => name),
    );
    const changes = logged.flatMap((change) => {
      const sealed = values.get(change.position);
      const own = change.kind === kind ? applyChange(this.#objects, change, sealed) : undefined;
      const initial = this.#initial?.follow(this.#objects, change, emptied) ?? [];
      return own === undefined ? initial : [own, ...initial];
    });
    this.#position = through;
    for (const stream of this.#streams.values()) if (stream.readers > 0) stream.push(changes);
    for (const change of changes) change.forget();
    this.#keep(changes);
    this.#settle();
  }

  #keep(changes: readonly ObjectChange[]): void {
    for (const change of changes) {
      this.#recent.push(change);
      this.#recentSize += change.size;
    }
    let dropped = 0;
    while (this.#recent.length - dropped > KEPT.count || this.#recentSize > KEPT.size) {
      const oldest = this.#recent[dropped++];
      if (oldest === undefined) break;
      this.#recentSize -= oldest.size;
      this.#start = oldest.position;
    }
    if (dropped > 0) this.#recent.splice(0, dropped);
  }

  #take(batch: readonly StoredObject[]): void {
    for (const stored of batch) {
      const object = WatchedObject.of(served(stored), stored.sealed);
      object.forget();
      this.#objects.set(object.key, object);
    }
  }

  #settle(): void {
    for (const resolve of this.#awaited) resolve();
    this.#awaited.clear();
  }

  #read(): Promise<Refusal | undefined> {
    const { clusterId, kind, after } = this.request;
    const { following, moments } = this.source;
    return read(following.database, following.lookout, async (tx) => {
      const { head, keptAfter } = await readReach(tx, clusterId);
      const begin =
        after === undefined || after >= head.position ? undefined : max(keptAfter, after - (after % BEGINNINGS));
      const opened = await moments.open(tx, {
        cluster: clusterId,
        ...(begin === undefined ? {} : { at: String(begin) }),
      });
      if (opened.refused) return opened.refusal;
      const reading = opened.value;
      for await (const batch of reading.stream(kind, BATCH)) this.#take(batch);
      this.#take(await initialIn(reading, { kind, namespace: '' }));
      this.#initial = new InitialObjects(reading.cluster, kind);
      this.#position = this.#start = reading.point.position;
      return undefined;
    });
  }
}

function byKey(a: WatchedObject, b: WatchedObject): number {
  if (a.namespace !== b.namespace) return a.namespace < b.namespace ? -1 : 1;
  return a.name < b.name ? -1 : Number(a.name > b.name);
}

function firstAfter(changes: readonly ObjectChange[], position: bigint): number {
  const found = changes.findIndex((change) => change.position > position);
  return found < 0 ? changes.length : found;
}

function max(a: bigint, b: bigint): bigint {
  return a > b ? a : b;
}
