import type { JsonPatchOperation } from '#json';
import type { NodeDifference, UtilizationDifference } from './utilization-difference.js';

/** What to compare. Ends without a moment are the present. */
export interface DiffRequest {
  /** Cluster id or name. */
  readonly cluster: string;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  /** Another cluster, by id or name, which `to` is a moment of then. */
  readonly with?: string | undefined;
}

/** One side of a diff. 64-bit integers are decimal text. */
export interface DiffEnd {
  /** Cluster id. */
  readonly cluster: string;
  readonly name: string;
  readonly position: string;
  readonly revision: string;
  /** When that revision was written, and of the present when it was read; null where the log begins. RFC 3339. */
  readonly at: string | null;
  /** A moment that leads to the same state for good. */
  readonly moment: string;
}

/** An object that is not the same on both sides. */
export interface ObjectDifference {
  readonly op: 'created' | 'deleted' | 'changed';
  readonly kind: string;
  /** Empty for kinds that live in no namespace. */
  readonly namespace: string;
  readonly name: string;
  /** The resourceVersions; null where it is not there. */
  readonly before: string | null;
  readonly after: string | null;
  /**
   * RFC 6902: makes the later object of the earlier one, of nothing where there was none. Empty where the object
   * is deleted. What the server owns is not in it: resourceVersion, and between two clusters uid,
   * creationTimestamp and generation.
   */
  readonly patch: readonly JsonPatchOperation[];
}

/** A pod that is on another node, or on one only on one side. */
export interface PlacementDifference {
  readonly pod: { readonly namespace: string; readonly name: string };
  /** Null where it is on no node, or not there. */
  readonly from: string | null;
  readonly to: string | null;
}

/** How many objects by kind; kinds without any are not there. */
export type CountsByKind = Readonly<Record<string, number>>;

/** What makes one state of another. */
export interface Diff {
  readonly from: DiffEnd;
  readonly to: DiffEnd;
  readonly created: CountsByKind;
  readonly deleted: CountsByKind;
  readonly changed: CountsByKind;
  /** By kind, namespace and name, in byte order. Patches are made when they are looked at. */
  readonly objects: readonly ObjectDifference[];
  /** By namespace and name. */
  readonly placements: readonly PlacementDifference[];
  readonly utilization: UtilizationDifference;
  /** All nodes of which another amount is requested, the one that moved most first. */
  readonly movedNodes: readonly NodeDifference[];
}
