import type { Sight } from '#access';
import type { Agreement, DecisionOutcome } from './decision.js';

/** In which way a plugin or a reason was in a pod's way. */
export type Obstacle = 'first' | 'any' | 'sole' | 'only' | 'alone';

/** A label that the pod of a decision has; with this value, or null: with any. */
export interface LabelCondition {
  readonly key: string;
  readonly value: string | null;
}

/** Which decisions; all that is given must hold. */
export interface DecisionFilter {
  readonly run?: string;
  readonly pod?: { readonly namespace: string; readonly name: string };
  readonly namespace?: string;
  /** Of the pod: as they were when the decision was indexed, which is soon after it was made. */
  readonly labels?: readonly LabelCondition[];
  readonly node?: string;
  readonly outcome?: DecisionOutcome;
  /** Of what another scheduler decided with what Berth decides. */
  readonly agreement?: Agreement;
  /** The name of a profile, or the digest of one version of it (64 hexadecimal digits). */
  readonly profile?: string;
  /** A plugin that turned a node down, alone or with the same rejection's reason. */
  readonly plugin?: string;
  readonly reason?: string;
  /**
   * How what `plugin` and `reason` say was in the way: of some node it was kube-scheduler's `first` failure, it failed
   * there at all (`any`), the plugin was the `sole` one to fail there, and for `only` that reason; or every node that
   * was turned down was turned down by nothing else (`alone`).
   */
  readonly obstacle?: Obstacle;
  /** Inclusive. */
  readonly since?: Date;
  /** Exclusive. */
  readonly until?: Date;
  /** Of this revision or an earlier one; what a dry run left has no revision. */
  readonly upTo?: RevisionBound;
  /** Of pods that a reader sees. */
  readonly sight?: Sight;
}

/** A revision, and when it was written; null before the first. */
export interface RevisionBound {
  readonly revision: bigint;
  readonly at: Date | null;
}

/** Where a list goes on: after this decision. */
export interface DecisionPosition {
  readonly run: string;
  readonly ordinal: number;
}
