import { SYSTEM_ROLE, type Caller } from '#database';
import { DEFAULT_TEAM_ID, sightOf } from '#access';
import { findCluster, type ClusterRow } from '#cluster';
import { ok, read, refuse, type Outcome, type Refusal } from '#requests';
import { readReach } from '#state';
import { refuseAfter } from '../past/index.js';
import { seenChanges, type LoggedChange } from '../log/index.js';
import { FollowedHeads, type HeadSign, type HeadsRequest } from './followed-heads.js';
import { HeadWatch, type WatchedDatabase } from './head-watch.js';
import { SightWatch } from './sight-watch.js';
import { SharedPages, type WatchedPage } from './shared-pages.js';

/** What to follow of a cluster's log. */
export interface WatchRequest {
  /** Id or name. */
  readonly cluster: string;
  /** Changes after this position; where nothing is said, those from now on. */
  readonly after?: bigint;
  /** Of these kinds alone; of all where there are none. */
  readonly kinds?: readonly string[];
  /** In these namespaces alone (empty: in none); in all where there are none. */
  readonly namespaces?: readonly string[];
}

/**
 * What a watch hands on: changes in the order of the log, and the position up to which everything was seen, what was
 * not asked for included; a reader that has the changes goes on after it. Without changes it says just that. The last
 * one says why nothing follows.
 */
export interface WatchBatch {
  readonly changes: readonly LoggedChange[];
  readonly position: string;
  /** `stopped`: this process ends, another one goes on. */
  readonly end?: Refusal | 'stopped';
}

/** A cluster's log from a position on. */
export interface Watch {
  readonly clusterId: string;
  readonly position: string;
  /**
   * Is read at its reader's pace, one batch at a time; ends with a batch that has an `end`, or silently
   * once the signal is aborted.
   */
  readonly batches: AsyncIterable<WatchBatch>;
}

/** Times in milliseconds. */
export interface WatchOptions {
  /** How often heads are read of which no notification came. */
  readonly pollMs?: number;
  /** How long a watch says nothing, at most. */
  readonly heartbeatMs?: number;
}

const POLL_MS = 1_000;
const HEARTBEAT_MS = 15_000;

/** The means by which logs are followed in this process. */
export interface Following {
  readonly database: WatchedDatabase;
  /** On whose behalf logs are read, for all; what each reader sees is decided where it is handed out. */
  readonly lookout: Caller;
  readonly heads: HeadWatch;
  readonly pages: SharedPages;
  readonly sights: SightWatch;
  /** Aborted once this process takes no watches any more. */
  readonly stopping: AbortSignal;
}

/** On whose behalf heads are looked at. */
const LOOKOUT: Caller = {
  team: DEFAULT_TEAM_ID,
  roles: [SYSTEM_ROLE],
  actor: 'berth',
  principal: 'system',
  requestId: 'watch',
  client: 'berth',
  reason: '',
};

/**
 * Watches: logs that are read as they grow. Gap-free and in order, because every read takes what follows the last
 * position, in any process, in the middle of a revision too.
 */
export class WatchService {
  readonly #heads: HeadWatch;
  readonly #pages: SharedPages;
  readonly #sights: SightWatch;
  /** What other followers of logs stand on, so that all of a process read each page once. */
  readonly following: Following;
  readonly #heartbeatMs: number;
  readonly #stopping = new AbortController();
  readonly #followed: FollowedHeads;

  constructor(
    private readonly database: WatchedDatabase,
    { pollMs = POLL_MS, heartbeatMs = HEARTBEAT_MS }: WatchOptions = {},
  ) {
    this.#heads = new HeadWatch(database, LOOKOUT, pollMs);
    this.#pages = new SharedPages(database, LOOKOUT);
    this.#sights = new SightWatch(database, LOOKOUT);
    this.#heartbeatMs = heartbeatMs;
    const { signal: stopping } = this.#stopping;
    const means = { database, lookout: LOOKOUT, heads: this.#heads, sights: this.#sights, stopping };
    this.following = { ...means, pages: this.#pages };
    this.#followed = new FollowedHeads(means);
  }

  /** Aborted once this process takes no watches any more. */
  get stopping(): AbortSignal {
    return this.#stopping.signal;
  }

  /** Ends every watch. */
  stop(): void {
    this.#stopping.abort();
    this.#heads.stop();
  }

  /** Opens a watch; it begins with a batch without changes, which says where it is. */
  watch(caller: Caller, request: WatchRequest, signal: AbortSignal): Promise<Outcome<Watch>> {
    return read(this.database, caller, async (tx) => {
      const { cluster } = request;
      const row = await findCluster(tx, cluster, 'inSight');
      if (row === undefined) return refuse({ kind: 'ClusterNotFound', cluster });
      const reach = await readReach(tx, row.id);
      const after = request.after ?? reach.head.position;
      if (after > reach.head.position)
        return refuse({ kind: 'PositionAhead', position: String(after), current: String(reach.head.position) });
      if (after < reach.keptAfter) return refuseAfter(tx, row.id, { position: after, reach });
      return ok({
        clusterId: row.id,
        position: String(after),
        batches: this.#follow(caller, { ...request, row, after }, signal),
      });
    });
  }

  /**
   * Where clusters are, whenever they have moved, twice a second at most: for those who read again what they show,
   * and need not know every change.
   */
  heads(caller: Caller, request: HeadsRequest, signal: AbortSignal): Promise<Outcome<AsyncIterable<HeadSign>>> {
    return this.#followed.open(caller, request, signal);
  }

  async *#follow(
    caller: Caller,
    request: WatchRequest & { readonly row: ClusterRow; readonly after: bigint },
    signal: AbortSignal,
  ): AsyncGenerator<WatchBatch, undefined> {
    const { row, cluster } = request;
    const { id: clusterId } = row;
    const sight = sightOf(row);
    const wanted = filterOf(request);
    const unfollow = this.#heads.follow(clusterId);
    const kept = this.#sights.keep(caller, row);
    const over = AbortSignal.any([signal, kept.lost]);
    try {
      let position = request.after;
      yield { changes: [], position: String(position) };
      let saidAt = performance.now();
      while (!signal.aborted) {
        const page = this.stopping.aborted ? 'stopped' : await this.#pages.after(clusterId, position);
        const end = kept.loss() ?? endOf(page, cluster);
        if (end !== undefined) yield { changes: [], position: String(position), end };
        if (page === 'stopped' || end !== undefined) break;
        position = page.through;
        const changes = seenChanges(sight, page.changes.filter(wanted));
        if (changes.length > 0 || performance.now() - saidAt >= this.#heartbeatMs) {
          yield { changes, position: String(position) };
          saidAt = performance.now();
        }
        if (page.isLast)
          await this.#heads.moved(clusterId, page.revision, {
            signal: over,
            atMostMs: Math.max(0, saidAt + this.#heartbeatMs - performance.now()),
          });
      }
    } finally {
      unfollow();
      kept.release();
    }
    return undefined;
  }
}

function filterOf({ kinds = [], namespaces = [] }: WatchRequest): (change: LoggedChange) => boolean {
  const [ofKinds, inNamespaces] = [new Set(kinds), new Set(namespaces)];
  return ({ kind, namespace }) =>
    (ofKinds.size === 0 || ofKinds.has(kind)) && (inNamespaces.size === 0 || inNamespaces.has(namespace));
}

function endOf(page: WatchedPage | 'stopped', cluster: string): WatchBatch['end'] {
  if (page === 'stopped') return page;
  return page.end === 'deleted' ? { kind: 'ClusterNotFound', cluster } : page.end;
}
