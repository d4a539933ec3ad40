import type { ClusterObject, ObjectKind } from './objects/index.js';
import { NODE_CONDITIONS } from './plugins/check-node-pressure/node-conditions.js';
import { POD_DISRUPTION_BUDGETS } from './plugins/default-preemption/disruption-budgets.js';
import { IMAGES } from './plugins/image-locality/image-index.js';
import { ATTACHABLE_VOLUME_LIMITS } from './plugins/in-tree-volume-limits/attachable-volumes.js';
import { NAMESPACES } from './plugins/inter-pod-affinity/namespaces.js';
import { PODS_WITH_TERMS } from './plugins/inter-pod-affinity/pods-with-terms.js';
import { HOST_PORTS } from './plugins/node-ports/host-ports.js';
import { AVOIDED_PODS } from './plugins/node-prefer-avoid-pods/avoided-pods.js';
import { ATTACHMENTS } from './plugins/node-volume-limits/attachments.js';
import {
  REPLICA_SETS,
  REPLICATION_CONTROLLERS,
  SERVICES,
  STATEFUL_SETS,
} from './plugins/pod-topology-spread/workload-kinds.js';
import { CLAIM_USES } from './plugins/volume-restrictions/claim-uses.js';
import { Snapshot, type ReadableSnapshot, type SnapshotParts } from './snapshot/index.js';
import {
  CSI_DRIVERS,
  CSI_NODES,
  CSI_STORAGE_CAPACITIES,
  PERSISTENT_VOLUME_CLAIMS,
  PERSISTENT_VOLUMES,
  STORAGE_CLASSES,
  VOLUME_ATTACHMENTS,
} from './volumes/index.js';

/** What plugins keep of nodes, pods and objects: a line each. The order has no meaning. */
const STATES: SnapshotParts['states'] = [
  ATTACHABLE_VOLUME_LIMITS,
  ATTACHMENTS,
  AVOIDED_PODS,
  CLAIM_USES,
  HOST_PORTS,
  IMAGES,
  NODE_CONDITIONS,
  PODS_WITH_TERMS,
];

/** The kinds of objects that plugins read beside nodes and pods: a line each, namespaces before what is in them. */
const KINDS = [
  NAMESPACES,
  SERVICES,
  REPLICATION_CONTROLLERS,
  REPLICA_SETS,
  STATEFUL_SETS,
  PERSISTENT_VOLUMES,
  PERSISTENT_VOLUME_CLAIMS,
  STORAGE_CLASSES,
  CSI_NODES,
  CSI_DRIVERS,
  CSI_STORAGE_CAPACITIES,
  VOLUME_ATTACHMENTS,
  POD_DISRUPTION_BUDGETS,
] as const satisfies readonly ObjectKind[];

/** The name of a list of objects. */
export type ObjectList = (typeof KINDS)[number]['list'];

/** Everything beside nodes and pods that scheduling reads, by kind; each list in the order in which it was given. */
export type ClusterObjects = { readonly [List in ObjectList]?: readonly ClusterObject[] };

/** Which list of `ClusterObjects` holds which kind. */
export const LIST_OF_KIND: ReadonlyMap<string, ObjectList> = new Map<string, ObjectList>(
  KINDS.map(({ kind, list }) => [kind, list]),
);

/** What snapshots of this library hold for plugins. */
export const IN_TREE_PARTS: SnapshotParts = Object.freeze({ states: STATES, kinds: KINDS });

/** A cluster in memory that holds what all plugins of this library keep and read. */
export class InTreeSnapshot extends Snapshot<ClusterObjects> {
  constructor(objects: ClusterObjects = {}) {
    super(IN_TREE_PARTS, objects);
  }
}

/** The same, as plugins see it. */
export type ReadableInTreeSnapshot = ReadableSnapshot<ClusterObjects>;
