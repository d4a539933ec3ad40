import type { Caller } from '#database';
import { sightOf } from '#access';
import { findCluster, isRevealed, type ClusterRow, type ObjectMatch } from '#cluster';
import type { KindDescription } from '#kubernetes';
import { ok, read, refuse, type Outcome, type Refusal } from '#requests';
import { readReach } from '#state';
import { Sealer, timeAt } from '#writes';
import { refuseAfter, type ClusterMoments } from '../past/index.js';
import type { WatchService } from '../watch/index.js';
import type { EventForm } from './event-form.js';
import { Feeds } from './feeds.js';
import { ObjectReader, type ReaderEnd } from './object-reader.js';
import type { Revealing } from './object-stream.js';

/** Which objects to watch, and how. */
export interface ObjectWatchRequest {
  /** Id or name. */
  readonly cluster: string;
  readonly kind: KindDescription;
  /** Empty: all namespaces, or a kind that lives in none. */
  readonly namespace: string;
  readonly match: ObjectMatch;
  readonly form: EventForm;
  /** The changes after this position; those from now on where nothing is said. */
  readonly after?: bigint;
  /** Begin with all objects that are there, as they are at `after` or later: now, where that is not said. */
  readonly initialEvents: boolean;
  /** Say where the initial events end. */
  readonly endOfInitialEvents: boolean;
  /** Say now and then where the watch is. */
  readonly bookmarks: boolean;
}

/** Why a watch ends: a refusal, `stopped` (another process goes on), `slow` (its reader does not read), a failure. */
export type ObjectWatchEnd = Refusal | 'stopped' | 'slow' | { readonly error: unknown };

/** Lines to send, or why nothing follows. */
export type ObjectWatchSign = { readonly lines: Buffer } | { readonly end: ObjectWatchEnd };

/** A watch that is open. */
export interface ObjectWatch {
  /** Made as they are asked for. The last one is an `end`, unless the signal was aborted. */
  readonly signs: AsyncIterable<ObjectWatchSign>;
  /** Aborted when more waits for the reader than is kept for one: its connection is to be closed. */
  readonly cut: AbortSignal;
}

/** How often a watch says where it is, in milliseconds. // as kube-apiserver v1.34 */
const BOOKMARK_MS = 60_000;

/** The version of an API server with nothing in it: it keeps no event from so early. // as etcd */
const BEFORE_ALL = 1n;

/** Watches of the objects of a kind, as the Kubernetes API has them. */
export class ObjectWatchService {
  readonly #feeds: Feeds;

  constructor(
    private readonly watches: WatchService,
    moments: ClusterMoments,
    private readonly bookmarkMs = BOOKMARK_MS,
  ) {
    this.#feeds = new Feeds({ following: watches.following, moments });
  }

  /** Opens a watch. Refused where the cluster, or the log after the position, is not there. */
  watch(caller: Caller, request: ObjectWatchRequest, signal: AbortSignal): Promise<Outcome<ObjectWatch>> {
    return read(this.watches.following.database, caller, async (tx) => {
      const { cluster, after, initialEvents } = request;
      const row = await findCluster(tx, cluster, 'inSight');
      if (row === undefined) return refuse({ kind: 'ClusterNotFound', cluster });
      const reach = await readReach(tx, row.id);
      const { position: current } = reach.head;
      if (after !== undefined && after > current)
        return refuse({ kind: 'PositionAhead', position: String(after), current: String(current) });
      if (after !== undefined && !initialEvents && after === BEFORE_ALL && after < current)
        return refuse({ kind: 'HistoryExpired', at: String(after), oldest: String(current) });
      if (after !== undefined && !initialEvents && after < reach.keptAfter)
        return refuseAfter(tx, row.id, { position: after, reach });
      const cut = new AbortController();
      const begin = { after: after ?? current, ...(reach.clock && { at: timeAt(reach.clock, tx.at).getTime() }) };
      const signs = this.#signs(caller, { ...request, row, ...begin }, { signal, cut });
      return ok({ signs, cut: cut.signal });
    });
  }

  async *#signs(
    caller: Caller,
    request: Opened,
    { signal, cut }: { readonly signal: AbortSignal; readonly cut: AbortController },
  ): AsyncGenerator<ObjectWatchSign, undefined> {
    const { row, kind } = request;
    const kept = this.watches.following.sights.keep(caller, row, (one) => revealedKey(kind, one));
    const over = AbortSignal.any([signal, kept.lost, cut.signal]);
    const reader = new ObjectReader(this.#reading(request), this.#feeds, () => {
      cut.abort();
    });
    try {
      for await (const lines of reader.read(over)) {
        // What the reader may no longer see is not sent.
        if (over.aborted) break;
        yield Buffer.isBuffer(lines) ? { lines } : { end: endOf(lines, request.cluster) };
      }
      // Listing again says what they may still see.
      if (kept.loss() !== undefined) yield { end: { kind: 'SightChanged', cluster: request.row.id } };
      else if (cut.signal.aborted) yield { end: 'slow' };
    } finally {
      kept.release();
    }
    return undefined;
  }

  #revealing({ kind }: KindDescription, row: ClusterRow): { readonly revealing?: Revealing } {
    if (kind !== 'Secret') return {};
    const sealer = Sealer.of(this.watches.following.database);
    const reveal: Revealing['reveal'] = (object, sealed) =>
      isRevealed(row, object.metadata.namespace ?? '') ? sealer.reveal(row.id, { object, sealed }) : object;
    return { revealing: { key: revealedIn(row), reveal } };
  }

  #reading({
    row,
    kind,
    namespace,
    match,
    form,
    bookmarks,
    ...request
  }: Opened): ConstructorParameters<typeof ObjectReader>[0] {
    return {
      clusterId: row.id,
      kind,
      stream: { kind: kind.kind, namespace, match, form, sight: sightOf(row), ...this.#revealing(kind, row) },
      after: request.after,
      initialEvents: request.initialEvents,
      ...(request.at !== undefined && { at: request.at }),
      endOfInitialEvents: request.endOfInitialEvents,
      bookmarkMs: bookmarks ? this.bookmarkMs : Infinity,
    };
  }
}

interface Opened extends ObjectWatchRequest {
  readonly row: ClusterRow;
  readonly after: bigint;
  /** The time of the cluster when it was opened, where that has a clock. */
  readonly at?: number;
}

function endOf(end: ReaderEnd, cluster: string): ObjectWatchEnd {
  return end === 'deleted' ? { kind: 'ClusterNotFound', cluster } : end;
}

/** Where a reader is shown the values of Secrets, as text. */
function revealedIn(row: ClusterRow): string {
  const namespaces = Object.keys(row.namespace_roles).sort();
  return JSON.stringify([isRevealed(row, ''), row.sight, namespaces.map((one) => [one, isRevealed(row, one)])]);
}

/** A watch of Secrets ends when its reader is to be shown other values. */
function revealedKey({ kind }: KindDescription, row: ClusterRow): string {
  return kind === 'Secret' ? revealedIn(row) : '';
}
