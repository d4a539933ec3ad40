import type { SelectableNode } from '#kubernetes';
import type { ClusterObject, ClusterObjects, Taint } from '../objects/index.js';
import type { HostPort } from '../resources/index.js';
import type { ResourceColumn } from './columns.js';
import type { Domains } from './domains.js';
import type { ImageState } from './image-index.js';
import type { NodeFacts } from './node-facts.js';
import type { ObjectList } from './object-index.js';
import type { PlacedPod } from './placed-pod.js';

/**
 * A cluster as plugins see it. A row is a node; rows are in the order in which nodes were added, which is
 * recorded and matters (ImageLocality). Arrays are indexed by row and may be longer than `nodeCount`; they stay
 * valid until a node is added.
 */
export interface ReadableSnapshot {
  readonly nodeCount: number;
  /** Name and labels. */
  readonly nodes: readonly SelectableNode[];
  readonly taints: readonly (readonly Taint[])[];
  /** 1 where `spec.unschedulable` is true. */
  readonly unschedulable: Uint8Array;
  /** Allocatable `pods`. */
  readonly allowedPods: Float64Array;
  readonly podCount: Int32Array;
  /** Number of pods on the row that take host ports. */
  readonly podsWithHostPorts: Int32Array;
  /** Number of pods on the row that have terms about other pods, and of those that keep others away. */
  readonly podsWithAffinity: Int32Array;
  readonly podsWithRequiredAntiAffinity: Int32Array;
  /** Everything beside nodes and pods, as placements left it. */
  readonly objects: ClusterObjects;

  /** The accounts of all resources that some node or pod has named. */
  readonly resources: ReadonlyMap<string, ResourceColumn>;

  rowOf(name: string): number | undefined;
  /** The account of a resource that some node or pod has named. */
  resource(name: string): ResourceColumn | undefined;
  image(name: string): ImageState | undefined;
  /** Conditions and what else few plugins ask about a node. */
  facts(row: number): NodeFacts;
  /** The object of that name in one list of `objects`, in O(1). */
  object(list: ObjectList, name: string, namespace?: string): ClusterObject | undefined;
  /** How often pods on nodes name this PersistentVolumeClaim among their volumes. */
  usesOfClaim(namespace: string, name: string): number;
  pods(row: number): readonly PlacedPod[];
  /** Whether one of these host ports is taken on the row: the same protocol and port, on an address in common. */
  hasPortConflict(row: number, wanted: readonly HostPort[]): boolean;
  /** Nodes that have the same values of these labels, absence being one of them. */
  topology(keys: readonly string[]): Domains;
  /** Nodes that have the same taints. */
  taintDomains(): Domains;
  /** All rows, by name in byte order (UTF-8). */
  rowsByName(): Uint32Array;
}
