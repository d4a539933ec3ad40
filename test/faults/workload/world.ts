/** A pod that a client believes in; it may have been evicted since. */
export interface KnownPod {
  readonly namespace: string;
  readonly name: string;
}

/** A cluster that clients work on together. */
export interface KnownCluster {
  readonly id: string;
  readonly nodes: string[];
  readonly pods: KnownPod[];
  readonly namespaces: string[];
}

/** What the clients of a round know of each other's work. */
export interface World {
  readonly clusters: KnownCluster[];
  /** Archives what happened so far; undefined where it is not to be. */
  readonly edge: (() => Promise<Date | undefined>) | undefined;
  /** Whether writes may bring keys. */
  readonly keys: boolean;
}

export const newCluster = (id: string): KnownCluster => ({ id, nodes: [], pods: [], namespaces: ['default'] });
