import type * as kubernetes from '../../../kubernetes/src/kinds/index.js';
import type { ClusterObjects } from '../in-tree-snapshot.js';
import { isTerminating, podKey, podPriority, podUid, type Node, type Pod } from './objects.js';

/** The object model's types are what the engine is given: this compiles as long as they fit. */
export const accepts = {
  pod: (pod: kubernetes.Pod): Pod => pod,
  node: (node: kubernetes.Node): Node => node,
  others: (objects: {
    namespaces: kubernetes.Namespace[];
    services: kubernetes.Service[];
    replicationControllers: kubernetes.ReplicationController[];
    replicaSets: kubernetes.ReplicaSet[];
    statefulSets: kubernetes.StatefulSet[];
    persistentVolumes: kubernetes.PersistentVolume[];
    persistentVolumeClaims: kubernetes.PersistentVolumeClaim[];
    storageClasses: kubernetes.StorageClass[];
    csiNodes: kubernetes.CSINode[];
    csiDrivers: kubernetes.CSIDriver[];
    podDisruptionBudgets: kubernetes.PodDisruptionBudget[];
  }): ClusterObjects => objects,
};

test('a pod is distinguished by uid, or by namespace and name', () => {
  const metadata = { namespace: 'ns', name: 'p' };
  expect([
    podKey({ metadata }),
    podUid({ metadata }),
    podUid({ metadata: { ...metadata, uid: 'u' } }),
    podKey({}),
  ]).toEqual(['ns/p', 'ns/p', 'u', '/']);
});

test('absence has a meaning', () => {
  expect([podPriority({}), podPriority({ spec: { priority: -5 } })]).toEqual([0, -5]);
  expect([
    isTerminating({}),
    isTerminating({ metadata: { deletionTimestamp: null } }),
    isTerminating({ metadata: { deletionTimestamp: '2026-01-01T00:00:00Z' } }),
  ]).toEqual([false, false, true]);
});
