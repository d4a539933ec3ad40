import type { ServerResponse } from 'node:http';
import type { Caller } from '#access';
import { ClientGone } from '../outcome/index.js';

/** The answer that callers wait for. */
const answers = new WeakMap<Caller, ServerResponse>();
const signals = new WeakMap<Caller, AbortSignal>();

/** Notes which answer a caller waits for. */
export function noteAnswer(caller: Caller, answer: ServerResponse): void {
  answers.set(caller, answer);
}

/** Notes that one caller waits for the same answer as the other. */
export function shareAnswer(caller: Caller, other: Caller): void {
  const answer = answers.get(other);
  if (answer !== undefined) answers.set(caller, answer);
}

/**
 * Aborted with ClientGone when the caller disconnects before they have the whole answer; undefined for callers of whom
 * it is not known whether they wait.
 */
export function goneOf(caller: Caller): AbortSignal | undefined {
  const known = signals.get(caller);
  const answer = answers.get(caller);
  if (known !== undefined || answer === undefined) return known;
  const gone = new AbortController();
  const closed = (): void => {
    if (!answer.writableFinished) gone.abort(new ClientGone());
  };
  if (answer.closed) closed();
  else answer.once('close', closed);
  signals.set(caller, gone.signal);
  return gone.signal;
}
