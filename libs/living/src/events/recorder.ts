import type { KubernetesObject } from '#kubernetes';
import { microTimeOf, timeOf } from '../clock/index.js';
import type { ReadableState } from '../state/index.js';

/** Something that is said of an object. */
export interface NewEvent {
  readonly about: KubernetesObject;
  readonly type: 'Normal' | 'Warning';
  readonly reason: string;
  readonly message: string;
  /** Of the events API of the scheduler: what was done. Without it the Event has the older form. */
  readonly action?: string;
  /** The component that says it, where that is not the name of the controller. */
  readonly component?: string;
}

/** Where Events are recorded. */
export interface EventPlace {
  readonly state: ReadableState;
  readonly now: () => number;
  readonly put: (event: KubernetesObject) => unknown;
  /** What is recorded now follows from this, in one word or two. */
  readonly cause: () => string;
  /** What was recorded, JSON by key. */
  readonly memory: Map<string, unknown>;
}

/** So many similar Events of one object are kept apart within ten minutes. // as client-go v1.34 EventAggregator */
const MOST_SIMILAR = 9;
const SIMILAR_MS = 600_000;
/** Of a component about an object: so many at once, then one in five minutes. // as EventSourceObjectSpamFilter */
const BURST = 25;
const REFILL_MS = 300_000;

/** How often what says no more is looked for: it costs a moment of what was recorded since. */
const SWEEP_MS = 600_000;
const SWEPT_AT = 'sweptAt';

interface Similar {
  readonly lastAt: number;
  readonly messages: readonly string[];
}

/** Events of a key that were dropped since the last that was recorded. */
interface Dropped {
  readonly count: number;
  readonly at: number;
}

const DROPPED = 'dropped ';

interface Bucket {
  readonly tokens: number;
  readonly at: number;
}

/** Says of an Event what it follows from: the position of a change, or a timer's controller and time. */
export const EVENT_CAUSE = 'berth/cause';

/** What the message of an Event begins with that stands for many. */
const COMBINED = '(combined from similar events): ';

/**
 * Records Events as client-go does: the same one again is counted, many similar ones are one, floods are dropped. Which
 * Event is counted under which key follows from the Events that are there.
 */
export class EventRecorder {
  readonly #place: EventPlace;
  /** Names of Events, by what they are counted under. */
  readonly #names = new Map<string, string>();

  constructor(place: EventPlace) {
    this.#place = place;
    // The first release kept here what the Events say.
    for (const key of [...place.memory.keys()])
      if (key.startsWith('event ') || key.startsWith('name ')) place.memory.delete(key);
  }

  record(component: string, event: NewEvent): void {
    const { about, type, reason, action } = event;
    const { uid = '' } = about.metadata;
    const subject = `${component} ${uid} ${type} ${reason}`;
    this.#sweep();
    if (action !== undefined) this.#count(component, event, `${subject} ${event.message}`);
    else {
      const [key, message] = this.#aggregated(subject, event.message);
      if (this.#mayRecord(`${component} ${uid}`)) this.#count(component, { ...event, message }, key);
      else this.#drop(key);
    }
  }

  /** One that is dropped is counted with the next of its like. // as EventCorrelator, which counts before it drops */
  #drop(key: string): void {
    const { memory, now } = this.#place;
    memory.set(DROPPED + key, { count: this.#droppedOf(key) + 1, at: now() } satisfies Dropped);
  }

  #droppedOf(key: string): number {
    return (this.#place.memory.get(DROPPED + key) as Dropped | undefined)?.count ?? 0;
  }

  /** The key under which an Event is counted, and what it says: of many similar ones, one key. */
  #aggregated(subject: string, message: string): readonly [key: string, message: string] {
    const [key, now] = [`similar ${subject}`, this.#place.now()];
    const before = this.#place.memory.get(key) as Similar | undefined;
    const known = before !== undefined && now - before.lastAt <= SIMILAR_MS ? before.messages : [];
    const isNew = !known.includes(message) && known.length < MOST_SIMILAR;
    this.#place.memory.set(key, { lastAt: now, messages: isNew ? [...known, message] : known } satisfies Similar);
    if (isNew || known.includes(message)) return [`${subject} ${message}`, message];
    return [subject, `${COMBINED}${message}`];
  }

  #mayRecord(key: string): boolean {
    const [id, now] = [`bucket ${key}`, this.#place.now()];
    const { tokens, at } = (this.#place.memory.get(id) as Bucket | undefined) ?? { tokens: BURST, at: now };
    const filled = Math.min(BURST, tokens + (now - at) / REFILL_MS);
    const may = filled >= 1;
    this.#place.memory.set(id, { tokens: may ? filled - 1 : filled, at: now } satisfies Bucket);
    return may;
  }

  /** Forgets what differs no more from what is not known: objects come and go for as long as the cluster lives. */
  #sweep(): void {
    const [{ memory }, now] = [this.#place, this.#place.now()];
    const sweptAt = memory.get(SWEPT_AT) as number | undefined;
    if (sweptAt !== undefined && now - sweptAt < SWEEP_MS) return;
    memory.set(SWEPT_AT, now);
    for (const [key, value] of [...memory]) if (saysNoMore(key, value, now)) memory.delete(key);
  }

  #count(component: string, event: NewEvent, key: string): void {
    const { state, put } = this.#place;
    const namespace = namespaceOf(event.about);
    const known = this.#names.get(key);
    const dropped = this.#droppedOf(key);
    if (dropped > 0) this.#place.memory.delete(DROPPED + key);
    const stored = known === undefined ? undefined : state.get('Event', namespace, known);
    if (stored !== undefined) {
      put(this.#again(stored, event, dropped));
      return;
    }
    // The API server refuses it, as everything that is new, and it is not tried again.
    if (state.get('Namespace', '', namespace)?.metadata.deletionTimestamp !== undefined) return;
    const name = this.#newName(namespace, event.about.metadata.name);
    put(this.#first(component, event, { name, namespace, count: 1 + dropped }));
  }

  /** An Event is there. */
  noticed(event: KubernetesObject): void {
    this.#names.set(keyOfEvent(event), event.metadata.name);
  }

  /** An Event is gone: it is not counted any more. */
  forget(event: KubernetesObject): void {
    const key = keyOfEvent(event);
    if (this.#names.get(key) === event.metadata.name) this.#names.delete(key);
  }

  #again(stored: KubernetesObject, { message }: NewEvent, dropped: number): KubernetesObject {
    const now = this.#place.now();
    const annotations = { ...stored.metadata.annotations, [EVENT_CAUSE]: this.#place.cause() };
    const again = { ...stored, metadata: { ...stored.metadata, annotations } };
    if (stored['action'] === undefined)
      return { ...again, message, count: Number(stored['count']) + 1 + dropped, lastTimestamp: timeOf(now) };
    const { count = 1 } = (stored['series'] ?? {}) as { readonly count?: number };
    return { ...again, series: { count: count + 1, lastObservedTime: microTimeOf(now) } };
  }

  #first(
    component: string,
    { about, type, reason, message, action }: NewEvent,
    { name, namespace, count }: { readonly name: string; readonly namespace: string; readonly count: number },
  ): KubernetesObject {
    const now = this.#place.now();
    const { metadata } = about;
    const involvedObject = {
      kind: about.kind,
      ...(metadata.namespace === undefined ? {} : { namespace: metadata.namespace }),
      name: metadata.name,
      // Some Events are about a name alone, or leave out the version.
      ...(metadata.uid === undefined ? {} : { uid: metadata.uid }),
      apiVersion: about.apiVersion,
      ...(metadata.resourceVersion === undefined ? {} : { resourceVersion: metadata.resourceVersion }),
    };
    const older = { source: { component }, firstTimestamp: timeOf(now), lastTimestamp: timeOf(now), count };
    const newer = { source: {}, eventTime: microTimeOf(now), action };
    return {
      apiVersion: 'v1',
      kind: 'Event',
      metadata: {
        name,
        namespace,
        creationTimestamp: timeOf(now),
        annotations: { [EVENT_CAUSE]: this.#place.cause() },
      },
      ...{ involvedObject, reason, message, type },
      ...(action === undefined ? older : newer),
      ...{ reportingComponent: component, reportingInstance: action === undefined ? '' : component },
    };
  }

  /** The name of the object, and the nanosecond: the first that no Event has. // as client-go recorder makeEvent */
  #newName(namespace: string, about: string): string {
    for (let at = BigInt(this.#place.now()) * 1_000_000n; ; at += 1n) {
      const name = `${about}.${at.toString(16)}`;
      if (this.#place.state.get('Event', namespace, name) === undefined) return name;
    }
  }
}

/** Whether something that is kept makes no difference any more: a bucket has filled up again by then. */
function saysNoMore(key: string, value: unknown, now: number): boolean {
  if (key.startsWith('similar ')) return now - (value as Similar).lastAt > SIMILAR_MS;
  if (key.startsWith(DROPPED)) return now - (value as Dropped).at > BURST * REFILL_MS;
  if (!key.startsWith('bucket ')) return false;
  const { tokens, at } = value as Bucket;
  return tokens + (now - at) / REFILL_MS >= BURST;
}

/** What an Event is counted under. */
function keyOfEvent(event: KubernetesObject): string {
  const { involvedObject, reportingComponent, type, reason, message } = event as unknown as StoredEvent;
  const subject = `${reportingComponent ?? ''} ${involvedObject?.uid ?? ''} ${type ?? ''} ${reason ?? ''}`;
  return message?.startsWith(COMBINED) === true ? subject : `${subject} ${message ?? ''}`;
}

interface StoredEvent {
  readonly involvedObject?: { readonly uid?: string };
  readonly reportingComponent?: string;
  readonly type?: string;
  readonly reason?: string;
  readonly message?: string;
}

function namespaceOf({ metadata }: KubernetesObject): string {
  return metadata.namespace ?? 'default';
}
