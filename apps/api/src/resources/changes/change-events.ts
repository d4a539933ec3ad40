import type { LoggedChange, Watch, WatchBatch } from '#history';
import type { Refusal } from '#requests';
import { EventStream, eventText, WAKE_BATCHES } from '../../ground/http/index.js';
import { describeRefusal, ErrorCode } from '../../ground/outcome/index.js';

/** Browsers wait this long before they connect again. */
const RETRY = 'retry: 1000\n\n';

/**
 * What an event says of the end of a stream. The position is where the reader goes on, at this service or another one.
 */
interface EndedEvent {
  readonly code: ErrorCode;
  readonly detail: string;
  readonly position: string;
}

/** Where a watch was when it ended, and whether its reader was too slow. */
export interface SentWatch {
  readonly position: string;
  readonly tooSlow: boolean;
}

/** Sends a watch as events until it ends, or its reader has disconnected or is too slow. */
export async function sendWatch(
  watch: Watch,
  stream: EventStream,
  fault: (error: unknown) => Omit<EndedEvent, 'position'>,
): Promise<SentWatch> {
  let { position } = watch;
  const ended = (why?: Omit<EndedEvent, 'position'>): SentWatch => {
    stream.end(why === undefined ? '' : eventText(position, 'error', { ...why, position }));
    return { position, tooSlow: why === TOO_SLOW };
  };
  try {
    let taken = await stream.send(RETRY);
    for await (const batch of watch.batches) {
      if (taken === 'taken' && batch.end !== undefined) return ended(endedBy(batch.end));
      await WAKE_BATCHES.take();
      if (taken === 'taken') taken = await stream.send(textOf(batch));
      // What was written is on its way, or lost with the connection.
      position = batch.position;
      if (taken !== 'taken') return ended(taken === 'late' ? TOO_SLOW : undefined);
    }
    return ended();
  } catch (error) {
    return ended(fault(error));
  }
}

/** The same for all faces. */
export const TOO_SLOW: Omit<EndedEvent, 'position'> = {
  code: ErrorCode.WATCHER_TOO_SLOW,
  detail: 'the client read too slowly; resume after the position',
};
export const STOPPED: Omit<EndedEvent, 'position'> = {
  code: ErrorCode.UNAVAILABLE,
  detail: 'this process is stopping; resume at another one after the position',
};

export function endedBy(end: Refusal | 'stopped'): Omit<EndedEvent, 'position'> {
  if (end === 'stopped') return STOPPED;
  const { code, detail } = describeRefusal(end);
  return { code, detail };
}

function textOf({ changes, position }: WatchBatch): string {
  return changes.length === 0 ? eventText(position, 'bookmark', { position }) : changes.map(textOfChange).join('');
}

/** Every follower of a cluster is sent the same texts. */
const texts = new WeakMap<LoggedChange, string>();

function textOfChange(change: LoggedChange): string {
  let text = texts.get(change);
  if (text === undefined) texts.set(change, (text = eventText(change.position, 'change', change)));
  return text;
}
