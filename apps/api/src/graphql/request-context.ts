import type { Caller } from '#cluster';

/** What every resolver of one request shares. */
export interface RequestContext {
  readonly caller: Caller;
  /** Of a connection that stays: ends it, because its reader was too slow; they go on after the position. */
  readonly cut?: (position: string) => void;
}
