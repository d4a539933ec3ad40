import type { PlacedPod, Status } from '#scheduler';
import type { Change, NamedPod, Pair } from '../pair/index.js';

/** How much of a resource is asked for, and what there is, as quantities. */
export interface Amounts {
  readonly resource: string;
  readonly requested: string;
  /** Negative where more is promised than is there. */
  readonly free: string;
  readonly allocatable: string;
}

/** Part of every set of changes that undoes a cause this way: changes, pods that all go, or one pod of several. */
export type Way =
  | { readonly changes: readonly Change[] }
  | { readonly all: readonly PlacedPod[] }
  | { readonly oneOf: readonly PlacedPod[] };

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
  /** Every set of changes that undoes it, alone or with others, goes one of these ways; the options unless given. */
  readonly ways?: readonly Way[];
  /** There may be further ways, which were not looked for. */
  readonly hasMore?: true;
}

/** What a filter plugin's rejection of a node comes from. Its options are tried before they are offered. */
export type Explainer = (pair: Pair, status: Status) => readonly Cause[];
