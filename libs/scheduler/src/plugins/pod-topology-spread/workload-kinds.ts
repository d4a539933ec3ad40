/** Objects that select the pods of a workload: pods of one workload are spread where no constraint is given. */
import { everyPod, type ObjectKind } from '../../objects/index.js';

export const SERVICES = { kind: 'Service', list: 'services', concerns: everyPod } as const satisfies ObjectKind;

export const REPLICATION_CONTROLLERS = {
  kind: 'ReplicationController',
  list: 'replicationControllers',
  concerns: everyPod,
} as const satisfies ObjectKind;

export const REPLICA_SETS = {
  kind: 'ReplicaSet',
  list: 'replicaSets',
  concerns: everyPod,
} as const satisfies ObjectKind;

export const STATEFUL_SETS = {
  kind: 'StatefulSet',
  list: 'statefulSets',
  concerns: everyPod,
} as const satisfies ObjectKind;
