import type { Caller } from '#cluster';
import type { Loaders } from './loaders.js';

/** What every resolver of one request shares. */
export interface RequestContext {
  readonly caller: Caller;
  readonly loaders: Loaders;
  /** Aborted when the client goes away before it has its answer; where there is no such thing, absent. */
  readonly gone?: () => AbortSignal;
  /** Of a connection that stays: ends it, because its reader was too slow; he goes on after the position. */
  readonly cut?: (position: string) => void;
}
