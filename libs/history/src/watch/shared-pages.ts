import type { Caller, Transactions } from '#database';
import { Semaphore } from 'async-mutex';
import { readReach } from '#state';
import { refuseAfter } from '../past/index.js';
import { readNextChanges, type LoggedChange } from '../log/index.js';
import { read, type Refusal } from '#requests';

/** The changes after a position, as many as are read at once. */
export interface WatchedPage {
  readonly changes: readonly LoggedChange[];
  /** The last position of the page. */
  readonly through: bigint;
  /** The cluster's last revision when the page was read. */
  readonly revision: bigint;
  /** Nothing followed the page when it was read. */
  readonly isLast: boolean;
  /** Nothing will follow the position, and why: the cluster was deleted, or what follows is not there. */
  readonly end?: 'deleted' | Refusal;
}

/** Changes read at once. */
const PAGE = { count: 500, bytes: 2 ** 20 };

/** Reads of the log at a time: watchers must not keep other callers waiting for a connection. */
const READERS = 2;

/** The limit of cached pages, in bytes of the log. In memory they take some four times that. */
const KEPT_BYTES = 8 * 2 ** 20;
/** Watchers of one place come for a page within moments of each other. */
const KEPT_MS = 2_000;

interface KeptPage {
  readonly page: Promise<WatchedPage>;
  bytes: number;
  readonly at: number;
}

/**
 * Pages of logs, read once for all watchers that are at the same place: a thousand that follow the head of a cluster
 * cost one read. A page stays right however old it is, because what follows a position never changes, so that it is
 * cached for watchers that come a little later.
 */
export class SharedPages {
  /** By cluster and position, the oldest first. */
  readonly #kept = new Map<string, KeptPage>();
  readonly #readers = new Semaphore(READERS);
  #bytes = 0;

  /** `lookout`: on whose behalf they are read, for all: what each watcher sees of them is for the watch to say. */
  constructor(
    private readonly database: Transactions,
    private readonly lookout: Caller,
  ) {}

  after(clusterId: string, position: bigint): Promise<WatchedPage> {
    const key = `${clusterId} ${position}`;
    const known = this.#kept.get(key);
    if (known !== undefined && performance.now() - known.at < KEPT_MS) return known.page;
    this.#forget(key);
    const page = this.#readers.runExclusive(() => this.#read(clusterId, position));
    const kept: KeptPage = { page: page.then(({ page: read }) => read), bytes: 0, at: performance.now() };
    this.#kept.set(key, kept);
    page.then(
      ({ page: { changes }, bytes }) => {
        this.#keep(key, kept, changes.length === 0 ? undefined : bytes);
      },
      () => {
        this.#keep(key, kept, undefined);
      },
    );
    return kept.page;
  }

  #keep(key: string, kept: KeptPage, bytes: number | undefined): void {
    if (this.#kept.get(key) !== kept) return;
    // That nothing follows is true for a moment only.
    if (bytes === undefined) {
      this.#kept.delete(key);
      return;
    }
    kept.bytes = bytes;
    this.#bytes += bytes;
    const since = performance.now() - KEPT_MS;
    for (const [oldest, { at }] of this.#kept) {
      if (this.#bytes <= KEPT_BYTES && at > since) break;
      this.#forget(oldest);
    }
  }

  #forget(key: string): void {
    this.#bytes -= this.#kept.get(key)?.bytes ?? 0;
    this.#kept.delete(key);
  }

  async #read(clusterId: string, after: bigint): Promise<{ readonly page: WatchedPage; readonly bytes: number }> {
    return read(this.database, this.lookout, async (tx) => {
      const [reach, { changes, bytes }] = await tx.together(
        () => readReach(tx, clusterId),
        () => readNextChanges(tx, clusterId, after, PAGE),
      );
      const through = BigInt(changes.at(-1)?.position ?? after);
      const page = { changes, through, revision: reach.head.revision, isLast: through >= reach.head.position };
      if (reach.ended && changes.length === 0) return { bytes, page: { ...page, end: 'deleted' } };
      if (after > reach.head.position)
        return {
          bytes,
          page: {
            ...page,
            end: { kind: 'PositionAhead', position: String(after), current: String(reach.head.position) },
          },
        };
      // Positions have no gaps: where the next one is missing it was archived.
      const early = after < reach.keptAfter ? await refuseAfter(tx, clusterId, { position: after, reach }) : undefined;
      return { bytes, page: early?.refused === true ? { ...page, changes: [], end: early.refusal } : page };
    });
  }
}
