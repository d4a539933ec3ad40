import { seenManifest, seesObject, type Sight } from '#access';
import { compileRequirements } from '#apimachinery';
import { matchesFields } from '#kubernetes';
import type { ObjectMatch } from '#cluster';
import type { Manifest } from '#rows';
import { eventLine, type EventForm, type EventType, type WrittenEvent } from './event-form.js';
import type { ObjectChange } from './object-change.js';
import { WatchedObject } from './watched-object.js';

/** What a stream is of: the same for all of its readers. */
export interface StreamRequest {
  readonly kind: string;
  /** Empty: of all namespaces. */
  readonly namespace: string;
  readonly match: ObjectMatch;
  readonly form: EventForm;
  readonly sight: Sight;
  /** Puts the values of Secrets back, for those who may write them; of other kinds there is none. */
  readonly revealing?: Revealing;
}

/** How the values of Secrets are put back. */
export interface Revealing {
  /** The same for readers who are shown the same values. */
  readonly key: string;
  readonly reveal: (object: Manifest, sealed: Uint8Array) => Manifest;
}

/** Lines that were written together. */
export interface Chunk {
  readonly lines: Buffer;
  /** The same for a reader that has had no event yet. */
  readonly opening: () => Buffer;
}

/** A place in a stream. What lies behind the slowest reader is unreachable, and so not kept. */
export interface Link {
  readonly chunk?: Chunk;
  /** Bytes of the stream up to its end. */
  readonly bytes: number;
  next?: Link;
}

/** A reader, as a stream knows it: the place that it has read up to. */
export interface StreamReader {
  link: Link;
  /** Ends it: too much is waiting for it. */
  readonly cut: () => void;
}

/** Bytes that may wait for a reader. What is on its way in the kernels of both sides comes on top of that. */
const MOST_WAITING = 8 * 2 ** 20;

/** The events of what is selected and seen, encoded once for all of its readers. */
export class ObjectStream {
  #tail: Link = { bytes: 0 };
  readonly #readers = new Set<StreamReader>();
  readonly #waiting = new Set<() => void>();
  readonly #selects: (object: WatchedObject) => boolean;

  constructor(private readonly request: StreamRequest) {
    this.#selects = selectorOf(request);
  }

  get tail(): Link {
    return this.#tail;
  }

  get readers(): number {
    return this.#readers.size;
  }

  join(reader: StreamReader): () => void {
    this.#readers.add(reader);
    return () => {
      this.#readers.delete(reader);
    };
  }

  /** Hands changes to the readers. */
  push(changes: readonly ObjectChange[]): void {
    const chunk = this.chunkOf(changes);
    if (chunk === undefined) return;
    const link: Link = { chunk, bytes: this.#tail.bytes + chunk.lines.length };
    this.#tail.next = link;
    this.#tail = link;
    for (const reader of this.#readers) {
      if (link.bytes - reader.link.bytes <= MOST_WAITING) continue;
      reader.link = link;
      reader.cut();
    }
    this.wake();
  }

  /** The events that changes are here; undefined where they are none. */
  chunkOf(changes: readonly ObjectChange[]): Chunk | undefined {
    const events = changes.map((change) => this.#eventOf(change)).filter((event) => event !== undefined);
    const [first] = events;
    if (first === undefined) return undefined;
    const line = ([type, object, at]: Event, isFirst: boolean): string =>
      eventLine(type, this.#written(object, { isFirst, at }));
    const texts = events.map((event) => line(event, false));
    const lines = Buffer.from(texts.join(''));
    const opening = line(first, true);
    return {
      lines,
      opening: () => (opening === texts[0] ? lines : Buffer.from([opening, ...texts.slice(1)].join(''))),
    };
  }

  /** The events that objects are to a reader that knows none yet, at a time. */
  addedOf(objects: readonly WatchedObject[], { isFirst, at }: WrittenEvent): string {
    let text = '';
    for (const object of objects) {
      const event = { isFirst: isFirst && text === '', at };
      if (this.#selects(object)) text += eventLine('ADDED', this.#written(object, event));
      object.forget();
    }
    return text;
  }

  bookmark(position: bigint, isEndOfInitialEvents: boolean): Buffer {
    return Buffer.from(eventLine('BOOKMARK', this.request.form.bookmark(String(position), isEndOfInitialEvents)));
  }

  /** Wakes readers that wait. */
  wake(): void {
    for (const wake of this.#waiting) wake();
  }

  /** Resolves when there may be more for a reader that waits at the end; hands out what wakes it before that. */
  moved(wakes: (wake: () => void) => void): Promise<void> {
    return new Promise((resolve) => {
      const wake = (): void => {
        this.#waiting.delete(wake);
        resolve();
      };
      this.#waiting.add(wake);
      wakes(wake);
    });
  }

  /** What enters the selection is added, what leaves it deleted. // as apiserver cacher v1.34 convertToWatchEvent */
  #eventOf(change: ObjectChange): Event | undefined {
    const { before, after, at } = change;
    const was = before !== undefined && this.#selects(before);
    if (after !== undefined && this.#selects(after)) return [was ? 'MODIFIED' : 'ADDED', after, at];
    const left = was ? change.left : undefined;
    return left && ['DELETED', left, at];
  }

  #written(object: WatchedObject, event: WrittenEvent): string {
    const { form, sight, revealing } = this.request;
    if (revealing !== undefined && object.sealed !== undefined)
      return form.write(WatchedObject.of(revealing.reveal(object.object, object.sealed)), event);
    if (sight.kind === 'all') return form.write(object, event);
    const seen = seenManifest(sight, object.object);
    return form.write(seen === object.object ? object : WatchedObject.of(seen), event);
  }
}

type Event = readonly [type: EventType, object: WatchedObject, at: number | undefined];

/** Equal for requests that one stream answers. */
export function streamKey({ namespace, match, form, sight, revealing }: StreamRequest): string {
  const { labels = [], fields = [] } = match;
  const sorted = (requirements: readonly object[]): string[] => requirements.map((one) => JSON.stringify(one)).sort();
  const seen = sight.kind === 'all' ? [] : [sight.kind, ...[...sight.namespaces].sort()];
  return JSON.stringify([namespace, sorted(labels), sorted(fields), form.key, seen, revealing?.key ?? '']);
}

/** What can be said without parsing an object is looked at first: a watch of one object parses no other. */
function selectorOf({ kind, namespace, match, sight }: StreamRequest): (object: WatchedObject) => boolean {
  const { labels = [], fields = [] } = match;
  const byLabels = compileRequirements(labels);
  const names = fields.filter(({ field, operator }) => field === 'metadata.name' && operator === '=');
  return (watched) =>
    (namespace === '' || watched.namespace === namespace) &&
    names.every(({ value }) => watched.name === value) &&
    seesObject(sight, { kind, namespace: watched.namespace, name: watched.name }) &&
    (labels.length === 0 || byLabels(watched.object.metadata.labels)) &&
    (fields.length === names.length || matchesFields(fields, watched.object));
}
