import { setImmediate as nextTurn } from 'node:timers/promises';
import type { KindDescription } from '#kubernetes';
import type { Feeds } from './feeds.js';
import { ObjectFeed, type FeedEnd } from './object-feed.js';
import type { Chunk, ObjectStream, StreamReader, StreamRequest } from './object-stream.js';
import type { WatchedObject } from './watched-object.js';

/** What one reader wants of a cluster. */
export interface ReaderRequest {
  readonly clusterId: string;
  readonly kind: KindDescription;
  readonly stream: StreamRequest;
  /** The changes after this position. */
  readonly after: bigint;
  /** First all objects, as they are at that position or later. */
  readonly initialEvents: boolean;
  /** When it begins by the clock of the cluster, in milliseconds since 1970; absent where that has none. */
  readonly at?: number;
  /** Say so at the end of the initial events. */
  readonly endOfInitialEvents: boolean;
  /** How often to say where the reader is, in milliseconds; infinite: never. */
  readonly bookmarkMs: number;
}

/** Why a reader may not go on. */
export type ReaderEnd = Exclude<FeedEnd, 'moved'>;

/** Objects written at a time when a watch begins: other requests go on in between. */
const INITIAL = 200;

/** One reader's way: through the initial events, what it missed, and what happens from then on. */
export class ObjectReader {
  #hadEvent = false;
  #saidAt = performance.now();

  constructor(
    private readonly request: ReaderRequest,
    private readonly feeds: Feeds,
    /** Called when more waits for the reader than is kept for one. */
    private readonly cut: () => void,
  ) {}

  /** Lines as they are asked for, and at last why nothing follows; silent once the signal is aborted. */
  async *read(signal: AbortSignal): AsyncGenerator<Buffer | ReaderEnd, undefined> {
    const { clusterId, kind, initialEvents } = this.request;
    let { after } = this.request;
    let begins = initialEvents;
    while (!signal.aborted) {
      const feed = await this.feeds.of({ clusterId, kind, after: begins ? undefined : after });
      if (!(feed instanceof ObjectFeed)) {
        yield feed;
        return undefined;
      }
      await feed.reached(after);
      if (feed.position >= after && (begins || feed.knows(after))) {
        yield* this.#readFrom(feed, { after: begins ? undefined : after, signal });
        begins = false;
        after = feed.position;
      }
      if (feed.end === undefined || feed.end === 'moved') continue;
      yield feed.end;
      return undefined;
    }
    return undefined;
  }

  /** Reads a feed up to its end. Nothing is awaited between looking at the feed and joining its stream. */
  async *#readFrom(
    feed: ObjectFeed,
    { after, signal }: { readonly after: bigint | undefined; readonly signal: AbortSignal },
  ): AsyncGenerator<Buffer, undefined> {
    const stream = feed.stream(this.request.stream);
    const { position } = feed;
    const objects = after === undefined ? feed.objects(this.request.stream.namespace) : [];
    const missed = after === undefined ? undefined : stream.chunkOf(feed.since(after));
    const reader: StreamReader = { link: stream.tail, cut: this.cut };
    const leave = stream.join(reader);
    // One of each for all of its waiting: a thousand readers wait ten times a second.
    let wake = (): void => undefined;
    const awaken = (): void => {
      wake();
    };
    signal.addEventListener('abort', awaken);
    const timer = this.#timer(awaken);
    try {
      if (after === undefined) yield* this.#initial(stream, objects, position);
      if (missed !== undefined) yield this.#linesOf(missed);
      while (!signal.aborted) {
        if (goOn(reader)) {
          const chunk = chunkAt(reader);
          if (chunk !== undefined) yield this.#linesOf(chunk);
          continue;
        }
        if (feed.end !== undefined) break;
        if (performance.now() - this.#saidAt >= this.request.bookmarkMs) yield this.#bookmark(stream, feed.position);
        else await stream.moved((first) => (wake = first));
      }
    } finally {
      leave();
      clearInterval(timer);
      signal.removeEventListener('abort', awaken);
    }
    return undefined;
  }

  async *#initial(
    stream: ObjectStream,
    objects: readonly WatchedObject[],
    position: bigint,
  ): AsyncGenerator<Buffer, undefined> {
    for (let from = 0; from < objects.length; from += INITIAL) {
      const event = { isFirst: !this.#hadEvent, at: this.request.at };
      const text = stream.addedOf(objects.slice(from, from + INITIAL), event);
      if (text === '') await nextTurn();
      else {
        this.#hadEvent = true;
        yield Buffer.from(text);
      }
    }
    if (this.request.endOfInitialEvents) yield this.#bookmark(stream, position, true);
    return undefined;
  }

  #linesOf({ lines, opening }: Chunk): Buffer {
    const isFirst = !this.#hadEvent;
    this.#hadEvent = true;
    return isFirst ? opening() : lines;
  }

  /** Looks twice as often as bookmarks are due. */
  #timer(awaken: () => void): NodeJS.Timeout | undefined {
    const { bookmarkMs } = this.request;
    return bookmarkMs === Infinity ? undefined : setInterval(awaken, bookmarkMs / 2).unref();
  }

  #bookmark(stream: ObjectStream, position: bigint, isEndOfInitialEvents = false): Buffer {
    this.#saidAt = performance.now();
    return stream.bookmark(position, isEndOfInitialEvents);
  }
}

/**
 * Goes on to the next link; false at the end. No generator holds a link itself: V8 keeps what was in a register of a
 * suspended one that was optimized, and all that follows a link with it.
 */
function goOn(reader: StreamReader): boolean {
  const { next } = reader.link;
  if (next === undefined) return false;
  reader.link = next;
  return true;
}

function chunkAt({ link }: StreamReader): Chunk | undefined {
  return link.chunk;
}
