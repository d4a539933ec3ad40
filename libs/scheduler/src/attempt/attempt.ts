import type { Evidence, StatusCode } from '../evidence/index.js';
import type { Pod } from '../objects/index.js';
import type { Exchange, ObjectPatch, RoomSearch } from '../plugin.js';
import type { PlacedPod } from '../snapshot/index.js';
import type { Ranking } from '../tie-break/index.js';

/** A status as the framework names it. `Success` and `Skip` occur where PreFilter plugins are listed one by one. */
export interface PluginStatus {
  readonly plugin: string | null;
  readonly code: StatusCode | 'Success' | 'Skip';
  readonly reasons: readonly string[];
}

/** What PreFilter came to. */
export interface PreFilterRecord {
  /** Every PreFilter plugin of the profile, each run on its own, in order; `nodeNames` where it restricts the nodes. */
  readonly plugins: readonly (PluginStatus & { readonly nodeNames: readonly string[] | null })[];
  /** How many of them kube-scheduler asked: it stops where the pod is turned down for good. */
  readonly asked: number;
  /** The status of the framework, which stops at the first UnschedulableAndUnresolvable. */
  readonly status: PluginStatus;
  /** The only nodes that can do, in byte order; null where PreFilter restricts nothing. */
  readonly nodeNames: readonly string[] | null;
  /** Plugins whose Filter is skipped, in byte order. */
  readonly skipped: readonly string[];
}

/** What PostFilter came to. */
export interface PostFilterRecord {
  /** `Success` when room was made. */
  readonly status: PluginStatus;
  /** What is added to the fit error. */
  readonly message: string;
  /** The node that the pod is nominated to; empty when its nomination ends; null when nothing is said about it. */
  readonly nominatedNode: string | null;
  /** The pods that must go, the most important first. */
  readonly victims: readonly PlacedPod[];
  /** Candidates that are equal on every criterion, by name in byte order. */
  readonly best: readonly number[];
  readonly search: RoomSearch;
}

/** What one attempt of one pod came to. */
export interface Attempt {
  readonly pod: Pod;
  /** 1, or 2 for the try after pods were evicted to make room. */
  readonly number: 1 | 2;
  readonly outcome: 'scheduled' | 'nominated' | 'unschedulable' | 'gated' | 'error';
  /** The chosen node's row, or -1. */
  readonly row: number;
  readonly nodeName: string | null;
  /** Why not, in kube-scheduler's words; empty when scheduled. */
  readonly message: string;
  /** The part of it that filtering gave. */
  readonly filterMessage: string;
  /** The plugin that rejected the pod in PreEnqueue (outcome `gated`). */
  readonly preEnqueue: PluginStatus | null;
  /** Null when PreFilter was not reached. */
  readonly preFilter: PreFilterRecord | null;
  /** Score plugins that PreScore skipped, in byte order; null when PreScore was not reached. */
  readonly preScoreSkipped: readonly string[] | null;
  /** Null when filtering was not reached. Valid until the next placement. */
  readonly evidence: Evidence | null;
  /** Which nodes were best; null when none was feasible. Valid as long as the evidence. */
  readonly ranking: Ranking | null;
  /** The pod's nominated node passed the filters, so it was taken without regard to scores. */
  readonly nominatedNodeUsed: boolean;
  /** Null when PostFilter was not run. */
  readonly postFilter: PostFilterRecord | null;
  /** Changes to other objects that must be written with the placement. */
  readonly patches: readonly ObjectPatch[];
  /** What was asked of the outside, and what it answered. */
  readonly asked: readonly Exchange[];
}

const NONE: readonly never[] = Object.freeze([]);

/** An attempt that has not got anywhere yet; outcomes are written over it. */
export function emptyAttempt(pod: Pod, number: Attempt['number'] = 1, asked: Attempt['asked'] = NONE): Attempt {
  return {
    pod,
    number,
    outcome: 'error',
    row: -1,
    nodeName: null,
    message: '',
    filterMessage: '',
    preEnqueue: null,
    preFilter: null,
    preScoreSkipped: null,
    evidence: null,
    ranking: null,
    nominatedNodeUsed: false,
    postFilter: null,
    patches: NONE,
    asked,
  };
}
