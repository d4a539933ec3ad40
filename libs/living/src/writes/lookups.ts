import {
  defaultStorageClass,
  type AdmissionContext,
  type KubernetesObject,
  type LimitRange,
  type PriorityClass,
  type RuntimeClass,
  type StorageClass,
} from '#kubernetes';
import type { ReadableState } from '../state/index.js';

/** What admission looks up, in a cluster in memory. Taints of nodes are the node controller's. */
export function lookupsOf(state: ReadableState): Omit<AdmissionContext, 'operation' | 'now'> {
  const named = <Kind extends KubernetesObject>(kind: string, name: string): Kind | undefined =>
    state.get(kind, '', name) as Kind | undefined;
  return {
    priorityClass: (name) => named<PriorityClass>('PriorityClass', name),
    defaultPriorityClass: () =>
      ([...state.list('PriorityClass')] as PriorityClass[]).find(({ globalDefault }) => globalDefault === true),
    runtimeClass: (name) => named<RuntimeClass>('RuntimeClass', name),
    limitRanges: (namespace) => [...state.list('LimitRange', namespace)] as LimitRange[],
    storageClass: (name) => named<StorageClass>('StorageClass', name),
    defaultStorageClass: () => defaultStorageClass(state.list('StorageClass') as Iterable<StorageClass>),
    namespaceLabels: (name) => state.get('Namespace', '', name)?.metadata.labels,
    conditionTaints: false,
    memoryPressureTolerations: false,
    controllers: 'none',
  };
}
