import { isJsonObject } from '#json';

/**
 * What is said of an object, or of the list of a kind: as a watch says it, and beside that when a list begins and ends,
 * and that it names an object of which nothing more is said.
 */
export const MIRROR_EVENTS = ['ADDED', 'MODIFIED', 'DELETED', 'BOOKMARK', 'LIST_BEGIN', 'LIST_END', 'SEEN'] as const;
export type MirrorEventType = (typeof MIRROR_EVENTS)[number];

/** One line of a batch. */
export interface MirrorEvent {
  /** From 0, in the order of the batch. */
  readonly index: number;
  readonly type: MirrorEventType;
  readonly object: Record<string, unknown>;
  /** When it was seen, as it was given. */
  readonly at?: string;
}

/** What is wrong with a line; its object, where it has one. */
export interface MirrorFault {
  readonly index: number;
  readonly object: object;
  readonly field?: string;
  readonly message: string;
}

/** The event that a value of JSON is. */
export function eventOf(index: number, value: unknown): MirrorEvent | MirrorFault {
  if (!isJsonObject(value)) return { index, object: {}, message: 'an event must be an object' };
  const { type, object, at, ...rest } = value;
  if (!isJsonObject(object)) return { index, object: {}, field: 'object', message: 'must be an object' };
  const [unknown] = Object.keys(rest);
  if (unknown !== undefined) return { index, object, field: unknown, message: 'an event has no such field' };
  if (!MIRROR_EVENTS.some((one) => one === type))
    return { index, object, field: 'type', message: `must be one of ${MIRROR_EVENTS.join(', ')}` };
  if (at !== undefined && (typeof at !== 'string' || Number.isNaN(Date.parse(at))))
    return { index, object, field: 'at', message: 'must be a time (RFC 3339)' };
  return { index, type: type as MirrorEventType, object, ...(at !== undefined && { at }) };
}
