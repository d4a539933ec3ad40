import type { ControllerEntry } from '../../engine/index.js';
import { ReplicaSetController } from './controller.js';
import { REPLICA_SETS, REPLICATION_CONTROLLERS } from './replica-set.js';

export type { ReplicaSet, Template } from './replica-set.js';

export const replicaSetController: ControllerEntry = {
  name: 'replicaset-controller',
  make: (context) => new ReplicaSetController(context, REPLICA_SETS),
};

export const replicationController: ControllerEntry = {
  name: 'replication-controller',
  make: (context) => new ReplicaSetController(context, REPLICATION_CONTROLLERS),
};
