import type { SelectableNode } from '#kubernetes';
import type { ClusterObject, ObjectLists, Taint } from '../objects/index.js';
import type { ResourceColumn } from './columns.js';
import type { Domains } from './domains.js';
import type { PlacedPod } from './placed-pod.js';
import type { PluginState, StateDefinition } from './plugin-state.js';

/**
 * A cluster as plugins see it. A row is a node; rows are in the order in which nodes were added, which is
 * recorded and matters (ImageLocality). Arrays are indexed by row and may be longer than `nodeCount`; they stay
 * valid until a node is added.
 */
export interface ReadableSnapshot<Lists extends ObjectLists = ObjectLists> {
  readonly nodeCount: number;
  /** Name and labels. */
  readonly nodes: readonly SelectableNode[];
  readonly taints: readonly (readonly Taint[])[];
  /** 1 where `spec.unschedulable` is true. */
  readonly unschedulable: Uint8Array;
  /** Allocatable `pods`. */
  readonly allowedPods: Float64Array;
  readonly podCount: Int32Array;
  /** Everything beside nodes and pods, as placements left it. */
  readonly objects: Lists;

  /** The accounts of all resources that some node or pod has named. */
  readonly resources: ReadonlyMap<string, ResourceColumn>;

  rowOf(name: string): number | undefined;
  /** The account of a resource that some node or pod has named. */
  resource(name: string): ResourceColumn | undefined;
  /** What a plugin keeps of the cluster. A definition that the snapshot was not made with is a RangeError. */
  state<State extends PluginState>(definition: StateDefinition<State>): State;
  /** The object of that name in one list of `objects`, in O(1). */
  object(list: string & keyof Lists, name: string, namespace?: string): ClusterObject | undefined;
  pods(row: number): readonly PlacedPod[];
  /** Nodes that have the same values of these labels, absence being one of them. */
  topology(keys: readonly string[]): Domains;
  /** Nodes that have the same taints. */
  taintDomains(): Domains;
  /** All rows, by name in byte order (UTF-8). */
  rowsByName(): Uint32Array;
}
