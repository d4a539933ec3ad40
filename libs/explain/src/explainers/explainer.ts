import type { Status } from '#scheduler';
import type { Change, NamedPod, Pair } from '../pair/index.js';

/** How much of a resource is asked for, and what there is, as quantities. */
export interface Amounts {
  readonly resource: string;
  readonly requested: string;
  /** Negative where more is promised than is there. */
  readonly free: string;
  readonly allocatable: string;
}

/** One reason why a filter fails, small enough to be undone by itself. */
export interface Cause {
  /** In plain words, as part of a sentence. */
  readonly text: string;
  readonly amounts?: Amounts;
  /** Pods that hold what is missing, or are in the way. */
  readonly heldBy?: readonly NamedPod[];
  /** How many there are beside those, who may not be named; absent where everybody may. */
  readonly otherHolders?: number;
  /** Each undoes it; changes of one option belong together. None: no change is known that does. */
  readonly options: readonly (readonly Change[])[];
}

/** What a filter plugin's rejection of a node comes from. Its options are tried before they are offered. */
export type Explainer = (pair: Pair, status: Status) => readonly Cause[];
