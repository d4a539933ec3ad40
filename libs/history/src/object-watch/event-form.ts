import type { WatchedObject } from './watched-object.js';

/** How the object of an event is written. */
export interface EventForm {
  /** Forms of equal keys write the same. */
  readonly key: string;
  /** The object of an event as JSON; `isFirst`: of the first event that a watcher is sent. */
  readonly write: (object: Pick<WatchedObject, 'object' | 'text'>, isFirst: boolean) => string;
  /** The object of a bookmark as JSON. */
  readonly bookmark: (resourceVersion: string, isEndOfInitialEvents: boolean) => string;
}

export type EventType = 'ADDED' | 'MODIFIED' | 'DELETED' | 'BOOKMARK' | 'ERROR';

/** A line of a watch. */
export function eventLine(type: EventType, object: string): string {
  return `{"type":"${type}","object":${object}}\n`;
}
