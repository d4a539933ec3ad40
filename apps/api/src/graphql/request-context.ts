import type { Caller } from '#cluster';

/** What every resolver of one request shares. */
export interface RequestContext {
  readonly caller: Caller;
  /** Aborted when the client goes away before it has its answer; where there is no such thing, absent. */
  readonly gone?: () => AbortSignal;
  /** Of a connection that stays: ends it, because its reader was too slow; they go on after the position. */
  readonly cut?: (position: string) => void;
}
