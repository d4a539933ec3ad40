import type { Caller, Transactions } from '#database';
import { countObjects, findCluster, type ClusterRow } from '#cluster';
import { hasWholeSight, sightOf } from '#access';
import { ok, read, refuse, type Outcome, type Refusal } from '#requests';
import { readHeadCursor, writeHeadCursor } from './head-cursor.js';
import { HeadTicker } from './head-ticker.js';
import type { HeadWatch } from './head-watch.js';
import type { KeptSight, SightWatch } from './sight-watch.js';
import { readMovedHead, type HeadNow, type MovedHead, type TouchedKind } from './head-now.js';

/** Which heads to follow. */
export interface HeadsRequest {
  /** Ids or names. */
  readonly clusters: readonly string[];
  /** The cursor of the last event that was seen. */
  readonly after?: string;
}

/** Where a cluster is, and what was written since its last event: a state, so that one that was missed is no loss. */
export interface HeadEvent extends HeadNow {
  /** Null: more than is counted, or of before the log begins. */
  readonly kinds: readonly TouchedKind[] | null;
  /** Says where all clusters were: go on `after` it. */
  readonly cursor: string;
}

/**
 * What a reader is handed: an event, a sign of life when there was none for a while, that this process ends, or why
 * they may not go on.
 */
export type HeadSign = HeadEvent | 'quiet' | 'stopped' | { readonly end: Refusal };

/** Clusters that one reader follows at most. */
const MOST_CLUSTERS = 50;
/** How long a reader hears nothing, at most. */
const QUIET_MS = 15_000;

interface Means {
  readonly database: Transactions;
  /** On whose behalf heads are looked at. */
  readonly lookout: Caller;
  readonly heads: HeadWatch;
  readonly sights: SightWatch;
  readonly stopping: AbortSignal;
}

/** Heads of clusters as they move. Readers are never cut off: what they do not take in time becomes one event. */
export class FollowedHeads {
  readonly #tickers = new Map<string, HeadTicker>();

  constructor(private readonly means: Means) {}

  /** Opens the heads of clusters; the first event of each comes at once. */
  async open(caller: Caller, request: HeadsRequest, signal: AbortSignal): Promise<Outcome<AsyncIterable<HeadSign>>> {
    const { clusters } = request;
    const after = readHeadCursor(request.after);
    const problem =
      clusters.length === 0 || clusters.length > MOST_CLUSTERS
        ? { field: 'clusters', message: `must name 1 to ${MOST_CLUSTERS} clusters, not ${clusters.length}` }
        : after === undefined
          ? { field: 'after', message: 'must be the cursor of an event' }
          : undefined;
    if (problem !== undefined)
      return refuse({ kind: 'InvalidRequest', problems: [{ ...problem, reason: 'FieldValueInvalid' }] });
    const found = await this.#find(caller, clusters, after ?? new Map());
    return found.refused ? found : ok(this.#follow(caller, found.value, { after: after ?? new Map(), signal }));
  }

  #find(
    caller: Caller,
    clusters: readonly string[],
    after: ReadonlyMap<string, bigint>,
  ): Promise<Outcome<ReadonlyMap<string, ClusterRow>>> {
    return read(this.means.database, caller, async (tx) => {
      const found = new Map<string, ClusterRow>();
      for (const cluster of clusters) {
        const row = await findCluster(tx, cluster, 'inSight');
        if (row === undefined) return refuse({ kind: 'ClusterNotFound', cluster });
        const seen = after.get(row.id);
        if (seen !== undefined && seen > BigInt(row.position))
          return refuse({ kind: 'PositionAhead', position: String(seen), current: row.position });
        found.set(row.id, row);
      }
      return ok(found);
    });
  }

  async *#follow(
    caller: Caller,
    clusters: ReadonlyMap<string, ClusterRow>,
    { after, signal }: { readonly after: ReadonlyMap<string, bigint>; readonly signal: AbortSignal },
  ): AsyncGenerator<HeadSign, undefined> {
    const ids = [...clusters.keys()];
    const kept = new Map(this.#keep(caller, clusters));
    const inbox = new Inbox([signal, this.means.stopping, ...[...kept.values()].map(({ lost }) => lost)]);
    const leaving = ids.map((id) => this.#ticker(id).join(inbox.listener(id)));
    const places = new Map<string, bigint>(after);
    const gone = new Set<string>();
    try {
      while (!signal.aborted && gone.size < ids.length) {
        const moved = this.means.stopping.aborted ? 'stopped' : await inbox.next(QUIET_MS);
        const end = lossOf(kept.values());
        if (end !== undefined) {
          yield { end };
          break;
        }
        if (moved === 'stopped' || moved === 'quiet') {
          if (signal.aborted) break;
          yield this.means.stopping.aborted ? 'stopped' : moved;
          if (this.means.stopping.aborted) break;
          continue;
        }
        const { now, touched } = await this.#sinceSeen(moved, after, places);
        places.set(now.cluster, BigInt(now.position));
        if (now.deleted) {
          gone.add(now.cluster);
          // That it is not there any more was said.
          release(kept, now.cluster);
        }
        yield { ...(await this.#seen(caller, clusters, { now, touched })), cursor: writeHeadCursor(ids, places) };
      }
    } finally {
      inbox.close();
      for (const leave of leaving) leave();
      for (const id of ids) release(kept, id);
      for (const id of ids) if (this.#tickers.get(id)?.isIdle === true) this.#tickers.delete(id);
    }
    return undefined;
  }

  /** What the reader sees of each cluster, by its id. */
  #keep(caller: Caller, clusters: ReadonlyMap<string, ClusterRow>): [string, KeptSight][] {
    return [...clusters].map(([id, row]) => [id, this.means.sights.keep(caller, row)]);
  }

  /** Of a cluster that the reader sees in part, that part is counted, and nothing is said of what was written. */
  async #seen(
    caller: Caller,
    clusters: ReadonlyMap<string, ClusterRow>,
    { now, touched }: MovedHead,
  ): Promise<HeadNow & Pick<HeadEvent, 'kinds'>> {
    const cluster = clusters.get(now.cluster);
    if (cluster === undefined || hasWholeSight(sightOf(cluster))) return { ...now, kinds: touched };
    const counts = await read(this.means.database, caller, (tx) => countObjects(tx, [cluster]));
    return { ...now, counts: counts.get(now.cluster) ?? now.counts, run: null, kinds: null };
  }

  /** The first event of a cluster says what was written since the reader was here last. */
  async #sinceSeen(moved: MovedHead, after: ReadonlyMap<string, bigint>, places: ReadonlyMap<string, bigint>) {
    const { cluster: clusterId } = moved.now;
    const seen = after.get(clusterId);
    if (seen === undefined || places.get(clusterId) !== seen || seen === BigInt(moved.now.position)) return moved;
    const { database, lookout } = this.means;
    return readMovedHead(database, lookout, { clusterId, after: seen });
  }

  #ticker(clusterId: string): HeadTicker {
    const { database, lookout: caller, heads } = this.means;
    let ticker = this.#tickers.get(clusterId);
    if (ticker === undefined)
      this.#tickers.set(clusterId, (ticker = new HeadTicker(clusterId, { database, caller, heads })));
    return ticker;
  }
}

/** Why a reader may not go on; undefined as long as they may. */
function lossOf(kept: Iterable<KeptSight>): Refusal | undefined {
  for (const { loss } of kept) {
    const why = loss();
    if (why !== undefined) return why;
  }
  return undefined;
}

function release(kept: Map<string, KeptSight>, id: string): void {
  kept.get(id)?.release();
  kept.delete(id);
}

/** What a reader has not taken yet: of each cluster one thing, however often it moved. */
class Inbox {
  readonly #moved = new Map<string, MovedHead>();
  #failure: { readonly error: unknown } | undefined;
  #wake: () => void = () => undefined;
  readonly #ending: AbortSignal;
  readonly #woken = (): void => {
    this.#wake();
  };

  constructor(ends: readonly AbortSignal[]) {
    this.#ending = AbortSignal.any([...ends]);
    this.#ending.addEventListener('abort', this.#woken, { once: true });
  }

  listener(id: string): { readonly moved: (head: MovedHead) => void; readonly failed: (error: unknown) => void } {
    return {
      moved: (head) => {
        this.#moved.set(id, together(this.#moved.get(id), head));
        this.#wake();
      },
      failed: (error) => {
        this.#failure = { error };
        this.#wake();
      },
    };
  }

  /**
   * The next head that moved; `quiet` when none did for so long, or an end has come.
   * @throws what a look failed with
   */
  async next(atMostMs: number): Promise<MovedHead | 'quiet'> {
    if (this.#moved.size === 0 && this.#failure === undefined && !this.#ending.aborted) await this.#woke(atMostMs);
    if (this.#failure !== undefined) throw this.#failure.error;
    const [first] = this.#moved;
    if (first === undefined) return 'quiet';
    this.#moved.delete(first[0]);
    return first[1];
  }

  close(): void {
    this.#ending.removeEventListener('abort', this.#woken);
  }

  async #woke(atMostMs: number): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    try {
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
        timer = setTimeout(resolve, atMostMs).unref();
      });
    } finally {
      clearTimeout(timer);
    }
  }
}

/** Two moves as one: where the later one led, and what both touched. */
function together(earlier: MovedHead | undefined, { now, touched }: MovedHead): MovedHead {
  if (earlier === undefined) return { now, touched };
  if (earlier.touched === null || touched === null) return { now, touched: null };
  const sums = new Map(earlier.touched.map(({ kind, changes }) => [kind, changes]));
  for (const { kind, changes } of touched) sums.set(kind, (sums.get(kind) ?? 0) + changes);
  const sorted = [...sums].sort(([a], [b]) => (a < b ? -1 : 1));
  return { now, touched: sorted.map(([kind, changes]) => ({ kind, changes })) };
}
