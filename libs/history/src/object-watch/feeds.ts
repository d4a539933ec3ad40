import { Semaphore } from 'async-mutex';
import type { Refusal } from '#requests';
import { ObjectFeed, type FeedRequest, type FeedSource } from './object-feed.js';

/** States of clusters that are read at a time. */
const OPENED_AT_ONCE = 2;
/** How long a feed goes on without readers: they come back, or list and then watch. */
const LINGER_MS = 15_000;

/** The feeds of this process: one a kind and cluster, and others for a while that began further back. */
export class Feeds {
  readonly #feeds = new Map<string, Set<ObjectFeed>>();
  /** Those that are being read. */
  readonly #opening = new Map<string, Promise<ObjectFeed | Refusal>>();
  readonly #slots = new Semaphore(OPENED_AT_ONCE);

  constructor(private readonly source: FeedSource) {}

  /** A feed that knows every change after a position; undefined: any that is at the present. */
  async of(request: FeedRequest): Promise<ObjectFeed | Refusal> {
    const key = keyOf(request);
    for (;;) {
      const known = this.#covering(key, request.after);
      if (known !== undefined) return known;
      const opening = this.#opening.get(key);
      if (opening === undefined) return this.#open(key, request);
      const opened = await opening;
      if (!(opened instanceof ObjectFeed)) return opened;
    }
  }

  /** The furthest of those that know the changes after a position. */
  #covering(key: string, after: bigint | undefined, but?: ObjectFeed): ObjectFeed | undefined {
    let found: ObjectFeed | undefined;
    for (const feed of this.#feeds.get(key) ?? []) {
      if (feed === but || feed.end !== undefined || (after !== undefined && !feed.knows(after))) continue;
      if (found === undefined || feed.position > found.position) found = feed;
    }
    return found;
  }

  async #open(key: string, request: FeedRequest): Promise<ObjectFeed | Refusal> {
    const opening = this.#slots.runExclusive(() => ObjectFeed.open(request, this.source));
    this.#opening.set(key, opening);
    try {
      const opened = await opening;
      if (opened instanceof ObjectFeed) this.#start(key, opened);
      return opened;
    } finally {
      this.#opening.delete(key);
    }
  }

  #start(key: string, feed: ObjectFeed): void {
    const feeds = this.#feeds.get(key) ?? new Set();
    this.#feeds.set(key, feeds.add(feed));
    let idleSince = performance.now();
    const idle = setInterval(() => {
      feed.tidy();
      if (feed.readers > 0) idleSince = performance.now();
      else if (performance.now() - idleSince >= LINGER_MS) feed.close();
    }, LINGER_MS / 4).unref();
    // Once it has caught up with one that began later, that one goes on for both.
    const isOver = (): boolean => this.#covering(key, feed.position, feed) !== undefined;
    void feed.run(isOver).finally(() => {
      clearInterval(idle);
      feeds.delete(feed);
      if (feeds.size === 0 && this.#feeds.get(key) === feeds) this.#feeds.delete(key);
    });
  }
}

function keyOf({ clusterId, kind: { kind, apiVersion } }: FeedRequest): string {
  return `${clusterId} ${apiVersion} ${kind}`;
}
