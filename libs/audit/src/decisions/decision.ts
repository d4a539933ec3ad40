import type { AskedExtender } from './answers.js';

/** The outcome of one attempt of one pod in one run. Times are RFC 3339 UTC; 64-bit integers are decimal text. */
export interface Decision {
  /** `<run>.<ordinal>` */
  readonly id: string;
  readonly run: string;
  readonly ordinal: number;
  /** 1, or more when the pod was tried again in the same run. */
  readonly attempt: number;
  readonly at: string;
  readonly pod: PodName;
  readonly outcome: DecisionOutcome;
  /** Why a pod was skipped. */
  readonly reasonCode?: SkipReason;
  readonly node: string | null;
  readonly nominatedNode: string | null;
  /** Those that the reader may know. */
  readonly victims: readonly PodName[];
  /** How many there were beside them, of other teams; absent where the reader sees everything. */
  readonly otherVictims?: number;
  /** In kube-scheduler's words; empty for a pod that was scheduled. */
  readonly message: string;
  readonly nodes: { readonly evaluated: number; readonly feasible: number };
  readonly rejections: readonly Rejection[];
  readonly best: BestTotal | null;
  /** Null for a pod that was skipped before any profile was asked. */
  readonly profile: ProfileRef | null;
  readonly seed: string;
  /** Hexadecimal; null when the attempt did not reach filtering. */
  readonly traceDigest: string | null;
  readonly traceStored: 'full' | 'partial' | 'none';
  /** The time of the cluster; absent in a cluster without a clock, where `at` is all there is. */
  readonly clusterAt?: string;
  /** What brought the pod into the queue; absent in runs that were asked for. */
  readonly woken?: string;
  /** What another scheduler decided, and how it stands to Berth's own decision; absent of decisions of Berth. */
  readonly observed?: ObservedDecision;
  /** What extenders were asked, in order; absent where none was. */
  readonly extenders?: readonly AskedExtender[];
  /** What is of other teams is left out or counted: the decision is not all that the digests are of. */
  readonly redacted?: true;
}

export type DecisionOutcome =
  | 'scheduled'
  | 'unschedulable'
  | 'nominated'
  | 'gated'
  | 'skipped'
  | 'error'
  /** Another scheduler bound the pod, or it was evicted. */
  | 'observed'
  /** Another scheduler found no node for it. */
  | 'pending';

export const AGREEMENTS = ['same', 'tie', 'differs', 'unknown'] as const;

/** How what another scheduler decided stands to what Berth decides. */
export type Agreement = (typeof AGREEMENTS)[number];

/** What another scheduler decided, and how it stands to Berth's own decision on the same state. */
export interface ObservedDecision {
  readonly agreement: Agreement;
  /** The scheduler. */
  readonly by: string;
  /** When the source was seen to say it. */
  readonly at: string;
  /** Of the change of the log that shows it; decimal text. */
  readonly position: string;
  /** How many changes before that one the state is that it was judged on: 0 is the state just before. */
  readonly changesBefore: number;
  /**
   * How many bindings by the scheduler itself, seen after that state, are added to it: it knows its own at once, also
   * those that are seen after the decision.
   */
  readonly assumed: number;
  /** How many times nominations by the scheduler, seen after that state, are made or dropped in it. */
  readonly assumedNominations: number;
  /** How many of its pods that wait on a node for their volumes are added to it, there. */
  readonly awaitingVolumes: number;
  /** What was evicted and why, of an eviction; absent of decisions where pods go. */
  readonly eviction?: ObservedEviction;
  /** Null where Berth decided nothing, and of evictions. `node` of equals is the scheduler's own. */
  readonly own: OwnDecision | null;
  /** Of the scheduler's node; null where it does not fit. */
  readonly total: number | null;
  /** Of Berth's node. */
  readonly ownTotal: number | null;
  /** Of the scheduler's node, from 1, among those that fit: equals have the same. */
  readonly rank: number | null;
  /** How many nodes that fit the scheduler looks for, where there are more; null: it looks at all. */
  readonly looksFor: number | null;
  /** What makes the difference: the filter by which the node does not fit, or the score that differs most. */
  readonly plugin: string | null;
  /** Why it differs, or why that is not known; null where there is nothing to say. */
  readonly reason: string | null;
}

/** What a pod says of its eviction, and what held it. */
export interface ObservedEviction {
  /** Of its condition `DisruptionTarget`. */
  readonly reason: string;
  /** For which pod it was evicted; null where that is not known, or the reader may not know it. */
  readonly preemptor: PodName | null;
  /** The PodDisruptionBudgets that select it, by name, and how many evictions each allowed. */
  readonly budgets: readonly EvictionAllowance[];
}

export interface EvictionAllowance {
  readonly name: string;
  readonly disruptionsAllowed: number;
}

/** What Berth decided on the same state. */
export interface OwnDecision {
  readonly outcome: DecisionOutcome;
  readonly node: string | null;
  readonly message: string;
}

/** Why a pod that was asked for was not tried. */
export type SkipReason = 'AlreadyBound' | 'OtherScheduler' | 'Terminating' | 'Finished';

export interface PodName {
  readonly namespace: string;
  readonly name: string;
  readonly uid: string;
}

/**
 * Nodes turned down by one plugin for one reason: there first, there at all, by no other plugin (`sole`), and by that
 * plugin for no other reason (`only`), so that they fit without it; null of decisions from before it was counted.
 */
export interface Rejection {
  readonly plugin: string | null;
  readonly code: string;
  readonly reason: string;
  readonly nodes: { readonly first: number; readonly any: number; readonly sole: number; readonly only: number | null };
}

export interface BestTotal {
  readonly total: number;
  /** Nodes that have the best total. */
  readonly ties: number;
  readonly runnerUp: { readonly node: string; readonly total: number } | null;
}

/**
 * Which profile decided: its name, its version in the cluster, and the digest over its configuration and the plugins.
 */
export interface ProfileRef {
  readonly name: string;
  readonly version: number;
  /** Hexadecimal. */
  readonly digest: string;
}
