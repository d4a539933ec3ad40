import type { Caller } from '#access';
import type { RequestRecord } from '../outcome/index.js';

/** What every resolver of one request shares. */
export interface RequestContext {
  readonly caller: Caller;
  /** Of a request, not of a connection that stays: what it turned out to be. */
  readonly record?: RequestRecord;
  /** Of a connection that stays: ends it, because its reader was too slow; they go on after the position. */
  readonly cut?: (position: string) => void;
}
