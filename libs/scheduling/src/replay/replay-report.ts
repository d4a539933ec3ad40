import type { PodName } from '#audit';
import type { EngineRef, OtherSource } from '../profiles/index.js';

/** What is to be decided again. Of dry runs only what is named: they are not of the log. */
export type ReplaySelection =
  | { readonly decision: string }
  | { readonly run: string; readonly part?: number }
  /** Parts that were committed from `from` on and before `until`; everything when neither is given. */
  | { readonly from?: Date; readonly until?: Date };

/** How far a replay is, or what it came to: decisions. */
export interface ReplayCounts {
  /** Those that were looked at: the sum of the others. */
  readonly decisions: number;
  readonly identical: number;
  readonly different: number;
  /** Those of which not enough is stored. */
  readonly notComparable: number;
}

/** A decision that does not come out as it was recorded. */
export interface ReplayDifference {
  /** `<run>.<ordinal>` */
  readonly decision: string;
  readonly run: string;
  readonly part: number;
  /** Null where the record does not say. */
  readonly pod: PodName | null;
  /**
   * The first that differs of: `profile`, `pod`, `decision` (one of the two is not there), `outcome`,
   * `reasonCode`, `node`, `nominatedNode`, `victims`, `message`, `nodes`, `rejections`, `best`, `seed`,
   * `ordinal`, `traceDigest`, `trace`.
   */
  readonly field: string;
  /** What the field says, as decisions do; null where it says nothing. */
  readonly recorded: unknown;
  readonly replayed: unknown;
  /** Where the evidence differs first; null where it does not, or where too little of it is stored to say. */
  readonly trace: LocatedDifference | null;
  /** How much of the recorded evidence could be compared. */
  readonly compared: 'full' | 'partial' | 'none';
  /** The first decision of the part that differs, where that is an earlier one: this one may follow from it. */
  readonly follows: string | null;
  /** What made the decision; null where that is not known, or no profile was asked. */
  readonly engine: DecidingEngine | null;
  /** All of it in one line. */
  readonly message: string;
}

/** The engine of a decision. */
export interface DecidingEngine extends EngineRef {
  /** It is the one that decides now, and so are the operator's plugins that the profile names. */
  readonly isPresent: boolean;
  /** Those of another source than the one that decides now. */
  readonly plugins: readonly OtherSource[];
}

/** The first plugin and node of which the evidence says something else. */
export interface LocatedDifference {
  /** As of `TraceDifference`; `nodes`: a node is in one of the two only. */
  readonly what: 'nodes' | 'filters' | 'verdict' | 'status' | 'scores' | 'raw' | 'normalized';
  readonly plugin: string | null;
  readonly node: string | null;
  readonly recorded: unknown;
  readonly replayed: unknown;
}

/** Decisions that could not be compared, and why. */
export interface NotCompared {
  readonly run: string;
  readonly part: number;
  readonly decisions: number;
  readonly reason: string;
}

/** What a replay came to. */
export interface ReplayReport extends ReplayCounts {
  readonly parts: number;
  /** The first hundred, in the order in which they were decided. */
  readonly differences: readonly ReplayDifference[];
  /** The first hundred parts of which something could not be compared. */
  readonly notCompared: readonly NotCompared[];
  readonly durationMs: number;
  readonly decisionsPerSecond: number;
}
