import type { Caller } from '#cluster';
import type { Loaders } from './loaders.js';

/** What every resolver of one request shares. */
export interface RequestContext {
  readonly caller: Caller;
  readonly loaders: Loaders;
}
