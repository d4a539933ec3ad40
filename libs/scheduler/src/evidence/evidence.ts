/**
 * What one attempt of one pod leaves behind: the verdict of every filter on every node and every score, factored:
 * one value for every row, or, where a plugin says that an answer is the same throughout a domain, one for every
 * domain. This is the interface between the engine, which fills it, and the trace, which keeps it.
 * `read-evidence.ts` answers for a row.
 */
import type { Domains } from '../snapshot/index.js';

/** The status codes of kube-scheduler's framework that can stand in a verdict. */
export type StatusCode = 'Error' | 'Unschedulable' | 'UnschedulableAndUnresolvable';

/** One verdict. `plugin` is null where kube-scheduler attributes none (nodes outside a PreFilter node list). */
export interface Status {
  readonly plugin: string | null;
  readonly code: StatusCode;
  /** In the order of kube-scheduler; texts as it words them. */
  readonly reasons: readonly string[];
}

/**
 * Which values of a column may differ from the evidence that `Evidence.lineage` follows, by index, each once at least;
 * null: all may. Of scores, from the last evidence of the chain that had scores.
 */
export type Changed = ArrayLike<number> | null;

/** What one filter that ran says, alone, of every node: 0 where it passes, else the id of a status. */
export interface VerdictColumn {
  readonly plugin: string;
  /** Null: a value for every row. A row in no domain passes. */
  readonly domains: Domains | null;
  readonly values: Uint32Array;
  readonly changed: Changed;
}

/**
 * How raw scores became 0..100, with what that depended on: the least and the most raw score of the feasible nodes
 * (`max` and `reverseMax` count from 0). `custom`: what the plugin made of them, by row.
 */
export type Scale =
  | { readonly kind: 'none' }
  | { readonly kind: 'max' | 'reverseMax'; readonly most: number }
  | { readonly kind: 'minMax' | 'reverseRange'; readonly least: number; readonly most: number }
  | { readonly kind: 'custom'; readonly normalized: Float64Array };

/** Raw scores: nearly all plugins give none beyond 0..255. */
export type ScoreValues = Uint8Array | Float64Array;

/** One score plugin that ran. What it says of nodes that are not feasible means nothing to the decision. */
export interface ScoreColumn {
  readonly plugin: string;
  readonly weight: number;
  /** Null: a value for every row. A row in no domain has 0, raw and normalised, and counts for nothing. */
  readonly domains: Domains | null;
  /** Before NormalizeScore: integers, exact in doubles. */
  readonly values: ScoreValues;
  readonly scale: Scale;
  readonly changed: Changed;
}

/**
 * Where kube-scheduler's own answer is not the first failing filter: PreFilter rejections, node lists, nominated pods.
 */
export interface Overrides {
  /** For all rows that `rows` does not name; 0: none. */
  readonly fill: number;
  /** Status ids; 0: the first failing filter decides here. */
  readonly rows: ReadonlyMap<number, number>;
}

/** Nodes of which the same is said. */
export interface Combination {
  /** kube-scheduler's own answer: 0 when the nodes are feasible, else the id of a status. */
  readonly first: number;
  /** Every failing filter, each run alone, in plugin order. */
  readonly failures: readonly number[];
  /** How many nodes. */
  readonly rows: number;
}

/** Whose evidence follows whose: `changed` in columns is relative to the evidence of the same chain one step before. */
export interface Lineage {
  readonly chain: object;
  readonly step: number;
}

/**
 * The evidence of one attempt that reached filtering; row i is node i of the snapshot's node order. Valid until the
 * executor is used again: a caller that stores it encodes it before the placement is applied.
 */
export interface Evidence {
  readonly nodeCount: number;
  /** Names of the filter plugins of the profile, in order; skipped ones included. */
  readonly filterPlugins: readonly string[];
  /** Interned verdicts; index 0 is unused, because the id 0 says "passes". Ids are local to the engine instance. */
  readonly statuses: readonly (Status | null)[];
  /** Filters that ran, in order. */
  readonly verdicts: readonly VerdictColumn[];
  readonly overrides: Overrides;
  /** All nodes, by what is said of them; in no order. */
  readonly combinations: readonly Combination[];
  /** Score plugins that ran, in order; empty when no node is feasible. */
  readonly scores: readonly ScoreColumn[];
  /** Null: nothing is known about what was before. */
  readonly lineage: Lineage | null;
}
