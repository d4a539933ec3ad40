import type { Caller } from '#access';

/** A caller as they go to another thread, and the signal that goes there by itself. */
export function sentCaller({ signal, ...sent }: Caller): {
  readonly sent: Caller;
  readonly waiting: { readonly signal?: AbortSignal };
} {
  return { sent, waiting: signal === undefined ? {} : { signal } };
}
