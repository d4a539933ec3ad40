import type { PodName } from '#audit';
import type { ObjectPatch } from '#scheduler';

/** Something that a decision does to the cluster. A part's effects happen in their order. */
export type PlannedEffect =
  | PlannedBinding
  /** `node` null: the pod has no node in view any more. */
  | { readonly op: 'nominate'; readonly pod: PodName; readonly node: string | null }
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

/** The pod that others are evicted for. */
export interface Preemptor extends PodName {
  readonly schedulerName: string;
}
