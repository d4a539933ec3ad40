import type { Status } from '#scheduler';
import type { PodRequest, Preemption, ProfileRequest } from '#scheduling';
import type { SideMeasures, Spread } from './measures/index.js';

/** One of the two: by which profile pods go, and in which cluster. */
export interface SideRequest {
  /** For all pods; without it, each goes through the profile that its schedulerName names. */
  readonly profile?: ProfileRequest;
  /** Id or name; the one that is asked about unless given. */
  readonly cluster?: string;
}

/** Which pods are placed on both sides, and on which state. */
export type ComparedPods =
  /** Pending pods, or those of these names as if they were on no node; on the present, or as it was at a moment. */
  | { readonly pods: PodRequest; readonly at?: string }
  /** Those of a run, in its order, on the cluster that it began with. */
  | { readonly run: string }
  /** As they were asked for between two moments, while everything else happens as the log has it. */
  | { readonly since: string; readonly until?: string };

/** What is to be compared. */
export interface ComparisonRequest {
  /** Id or name. */
  readonly cluster: string;
  readonly a: SideRequest;
  readonly b: SideRequest;
  readonly of: ComparedPods;
  /** Ties are broken by so many seeds, one after the other: 1, 2, 3 ...; without it as in the run, or by name. */
  readonly seeds?: number;
  /** That of the run, or none, unless given. */
  readonly preemption?: Preemption;
  /** The number of differing placements that are reported, each with its reasons. */
  readonly limit: number;
}

/** How far a comparison is, in pods tried on both sides. */
export interface ComparisonProgress {
  readonly pods: number;
  readonly total: number;
}

/** What a pod came to on one side. */
export interface SidePlacement {
  readonly outcome: SideOutcome;
  readonly node: string | null;
  /** Why it is on none, in kube-scheduler's words. */
  readonly message: string;
  /** Why it could not be on the node that the other side took; null where it could, or was not asked. */
  readonly otherNode: Status | null;
}

/** As attempts end; `evicted`: another pod took its place; `skipped`: no profile of that side serves it. */
export type SideOutcome = 'scheduled' | 'nominated' | 'unschedulable' | 'gated' | 'error' | 'evicted' | 'skipped';

/** What a score plugin has to do with a pod being on two nodes. */
export interface PluginShare {
  readonly plugin: string;
  /** Weighted points of A's node less B's, as A counts them. */
  readonly a: number;
  /** Weighted points of B's node less A's, as B counts them. */
  readonly b: number;
  /** Their sum: 0 for a plugin that sees the two nodes alike on both sides. */
  readonly share: number;
}

/** A pod that the two sides placed otherwise. */
export interface PlacementDifference {
  readonly pod: { readonly namespace: string; readonly name: string };
  readonly a: SidePlacement;
  readonly b: SidePlacement;
  /**
   * Those that made the difference, the largest share first: all shares add up to what each side's node leads by in its
   * own eyes. Empty where the two nodes were not scored side by side.
   */
  readonly plugins: readonly PluginShare[];
}

/** How the placements of the two sides relate; they add up to the pods. */
export interface PlacementCounts {
  /** On the same node. */
  readonly same: number;
  /** On two nodes. */
  readonly moved: number;
  readonly onlyA: number;
  readonly onlyB: number;
  readonly neither: number;
}

/** How often a plugin decided that placements differ. */
export interface DecidingPlugin {
  readonly plugin: string;
  /** Placements in which it turned the other side's node down. */
  readonly rejected: number;
  /** Placements in which no other plugin has a larger share. */
  readonly outscored: number;
}

/** The comparison with one way of breaking ties. */
export interface SeedReport {
  /** Null where ties went to the first by name. */
  readonly seed: string | null;
  readonly counts: PlacementCounts;
  /** Placements that differ although no plugin made a difference: ties. */
  readonly ties: number;
  readonly a: SideMeasures;
  readonly b: SideMeasures;
  /** Those that decided most often first. */
  readonly plugins: readonly DecidingPlugin[];
}

/** A measure over all seeds. */
export interface MeasureOverSeeds {
  /** `scheduled`, `nodesUsed`, `utilization`, `imbalance` or `stranded`. */
  readonly measure: string;
  /** Null where it is of no resource. */
  readonly resource: string | null;
  readonly a: Spread;
  readonly b: Spread;
  /** Of B less A, seed by seed. */
  readonly difference: Spread;
}

/** A side as it was compared. */
export interface ComparedSide {
  /** Id of the cluster. */
  readonly cluster: string;
  /** Where the cluster's log was when the first pod was tried. */
  readonly position: string;
  /** Null where each pod went through its own. */
  readonly profile: string | null;
  /** Names of the extenders of its profiles: they are not asked. */
  readonly unaskedExtenders: readonly string[];
}

/** The same pods in the same order on two sides. Nothing is written. */
export interface Comparison {
  readonly a: ComparedSide;
  readonly b: ComparedSide;
  readonly pods: number;
  readonly seeds: readonly SeedReport[];
  /** Null of a single one. */
  readonly overSeeds: readonly MeasureOverSeeds[] | null;
  /** Of the first seed, in the order of the pods. */
  readonly placements: readonly PlacementDifference[];
  /** How many there are in all, reported or not. */
  readonly placementCount: number;
  readonly sentence: string;
}
