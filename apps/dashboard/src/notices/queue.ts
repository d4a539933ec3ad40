import { UNSTABLE_ToastQueue as ToastQueue } from 'react-aria-components';

/** What came of an action, in a sentence. */
export type Notice = string;

/** Long enough to read a sentence twice; the focus or the pointer on a notice keeps it. */
const SHOWN_MS = 6_000;
const MOST_SHOWN = 3;

export const notices = new ToastQueue<Notice>({ maxVisibleToasts: MOST_SHOWN });

/** Says what came of an action that shows nothing else; what went wrong stands where it was asked for. */
export function notify(notice: Notice): void {
  notices.add(notice, { timeout: SHOWN_MS });
}
