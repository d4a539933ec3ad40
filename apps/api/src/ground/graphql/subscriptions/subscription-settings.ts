import type { Caller } from '#access';
import type { Identity } from '../../caller/index.js';

/** Who may subscribe. */
export class SubscriptionSettings {
  constructor(
    /** Origins that browsers may connect from, beside this one; `*` for all. */
    readonly origins: readonly string[],
    readonly identity: Identity,
    /** Counts a request of a caller. @throws RequestRefused when they ask too often */
    readonly count: (caller: Caller) => Promise<void>,
  ) {}
}
