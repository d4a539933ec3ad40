import type { WatchedObject } from './watched-object.js';

/** How the object of an event is written. */
export interface EventForm {
  /** Forms of equal keys write the same. */
  readonly key: string;
  /** The object of an event as JSON. */
  readonly write: (object: Pick<WatchedObject, 'object' | 'text'>, event: WrittenEvent) => string;
  /** The object of a bookmark as JSON. */
  readonly bookmark: (resourceVersion: string, isEndOfInitialEvents: boolean) => string;
}

/** What of an event decides how its object is written. */
export interface WrittenEvent {
  /** The first one that a watcher is sent. */
  readonly isFirst: boolean;
  /** The time of the cluster, in milliseconds since 1970; undefined: in a cluster without a clock that of the wall. */
  readonly at: number | undefined;
}

export type EventType = 'ADDED' | 'MODIFIED' | 'DELETED' | 'BOOKMARK' | 'ERROR';

/** A line of a watch. */
export function eventLine(type: EventType, object: string): string {
  return `{"type":"${type}","object":${object}}\n`;
}
