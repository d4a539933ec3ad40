import type { ClusterObject, ClusterObjects, Node, Pod, Preemption, Snapshot } from '#scheduler';

type ObjectList = Parameters<Snapshot['setObject']>[0];

/** Something that happens to a cluster, as plain JSON, so that a counterexample can be read. */
export type Move =
  /** One pod is tried under a profile by name; `seed` draws among ties, null takes the first. */
  | {
      readonly do: 'decide';
      readonly pod: Pod;
      readonly profile: string;
      readonly preemption: Preemption;
      readonly seed: number | null;
    }
  | { readonly do: 'put'; readonly pod: Pod; readonly node: string }
  /** Takes one of the pods that are on nodes, counted round and round. */
  | { readonly do: 'take'; readonly at: number }
  | { readonly do: 'nominate'; readonly pod: Pod; readonly node: string }
  | { readonly do: 'forget'; readonly uid: string }
  | {
      readonly do: 'patch';
      readonly kind: string;
      readonly namespace: string | null;
      readonly name: string;
      readonly patch: unknown;
    }
  | { readonly do: 'set'; readonly list: ObjectList; readonly object: ClusterObject }
  | { readonly do: 'remove'; readonly list: ObjectList; readonly namespace: string; readonly name: string }
  /** All is taken back, and no trace of it is kept. */
  | { readonly do: 'whatIf'; readonly by: 'mark' | 'tentatively'; readonly moves: readonly Move[] }
  /** From now on these are the nodes; pods on others are gone. */
  | { readonly do: 'nodes'; readonly nodes: readonly Node[] };

/** A cluster and what happens to it, one thing after the other. Names of pods are unique. */
export interface Script {
  readonly objects: ClusterObjects;
  readonly nodes: readonly Node[];
  /** On the nodes that they name. */
  readonly bound: readonly Pod[];
  readonly moves: readonly Move[];
}
