/** A number on both sides, and how far it moved. */
export interface CountDifference {
  readonly before: number;
  readonly after: number;
  readonly difference: number;
}

/** An amount on both sides, as canonical Kubernetes quantities; the difference may be below zero. */
export interface QuantityDifference {
  readonly before: string;
  readonly after: string;
  readonly difference: string;
}

/** A resource of the whole cluster. */
export interface ResourceDifference {
  readonly resource: string;
  readonly allocatable: QuantityDifference;
  /** By pods that take room: on a node that is there, and not finished. */
  readonly requested: QuantityDifference;
  /** Requested by allocatable, to six decimals; null where there is nothing allocatable. */
  readonly ratio: { readonly before: number | null; readonly after: number | null };
}

/** What pods take of one node. */
export interface NodeDifference {
  readonly node: string;
  readonly pods: CountDifference;
  /** Of those resources whose requests differ, by name. */
  readonly requested: readonly (QuantityDifference & { readonly resource: string })[];
}

/** How full a cluster is on both sides. */
export interface UtilizationDifference {
  readonly nodes: CountDifference;
  /** Pods that take room. */
  readonly pods: CountDifference;
  /** By name. */
  readonly resources: readonly ResourceDifference[];
  /** The nodes that moved most, by the share of any of their resources; ten at most. */
  readonly movers: readonly NodeDifference[];
}
