import type { Watch } from '#history';
import { eventIterator } from '../../ground/graphql/index.js';
import { ErrorCode, RequestRefused } from '../../ground/outcome/index.js';
import { STOPPED } from './change-events.js';
import { WAKE_BATCHES } from '../../ground/http/index.js';
import type { Placed } from '../clusters/index.js';
import type { ChangeEvent } from './changes.model.js';

/** The reader of a watch, and how slow they may be. */
export interface WatchReader {
  /** The cluster that is followed. */
  readonly place: Placed['place'];
  readonly deadlineMs: number;
  /** Ends the connection of a reader who did not take an event in time; they go on after the position. */
  readonly cut: (position: string) => void;
}

/** Events as a subscription yields them. */
export type ChangePayload = { readonly changes: ChangeEvent };

/** A watch as the source of a subscription: one event at a time, the next when the one before was taken. */
export function changeIterator(
  watch: Watch,
  gone: AbortController,
  reader: WatchReader,
): AsyncIterableIterator<ChangePayload> {
  return eventIterator(eventsOf(watch, reader), gone);
}

async function* eventsOf(watch: Watch, reader: WatchReader): AsyncGenerator<ChangePayload, undefined> {
  for await (const { changes, position, end } of watch.batches) {
    if (end === 'stopped') throw RequestRefused.with(ErrorCode.UNAVAILABLE, STOPPED.detail);
    if (end !== undefined) throw RequestRefused.of(end);
    await WAKE_BATCHES.take();
    if (changes.length === 0) yield* handed({ position, change: null }, reader);
    for (const change of changes) {
      yield* handed({ position: change.position, change: { ...change, place: reader.place } }, reader);
      await WAKE_BATCHES.take();
    }
  }
  return undefined;
}

/** Yields an event, and waits no longer than the deadline for its being taken. */
function* handed(event: ChangeEvent, { deadlineMs, cut }: WatchReader): Generator<ChangePayload> {
  const overdue = setTimeout(() => {
    cut(event.position);
  }, deadlineMs);
  try {
    yield { changes: event };
  } finally {
    clearTimeout(overdue);
  }
}
