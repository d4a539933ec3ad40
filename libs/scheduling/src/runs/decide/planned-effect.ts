import type { PodName } from '#audit';
import type { NotScheduled } from '#cluster';
import type { ObjectPatch, Pod } from '#scheduler';

/** Something that a decision does to the cluster. A part's effects happen in their order. */
export type PlannedEffect =
  | PlannedBinding
  /** `node` null: the pod has no node in view any more. */
  | { readonly op: 'nominate'; readonly pod: PodName; readonly node: string | null }
  | PlannedFailure
  | { readonly op: 'evict'; readonly pod: PodName; readonly preemptor: Preemptor }
  | { readonly op: 'patch'; readonly patch: ObjectPatch };

/** A pod that goes to a node. */
export interface PlannedBinding {
  readonly op: 'bind';
  readonly pod: PodName;
  readonly node: string;
  /** As the pod was decided. */
  readonly status: object | undefined;
}

/** A pod that stays on no node says why. */
export interface PlannedFailure extends NotScheduled {
  readonly op: 'fail';
  readonly pod: PodName;
  /** The pod as it was decided. */
  readonly decided: Pod;
  /** The node that it has in view from now on; null: none any more; undefined: nothing is said of that. */
  readonly inView: string | null | undefined;
}

/** The pod that others are evicted for. */
export interface Preemptor extends PodName {
  readonly schedulerName: string;
}
