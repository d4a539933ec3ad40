import { systemPriorities } from '#kubernetes';
import type { InitialObject } from './initial-object.js';

const DESCRIPTIONS: ReadonlyMap<string, string> = new Map([
  [
    'system-cluster-critical',
    'Used for system critical pods that must run in the cluster, but can be moved to another node if necessary.',
  ],
  ['system-node-critical', 'Used for system critical pods that must not be moved from their current node.'],
]);

/** The two classes of the system. // as scheduling.k8s.io/v1 SystemPriorityClasses */
export const SYSTEM_PRIORITY_CLASSES: readonly InitialObject[] = systemPriorities().map(([name, value]) => ({
  apiVersion: 'scheduling.k8s.io/v1',
  kind: 'PriorityClass',
  metadata: { name, generation: 1 },
  value,
  description: DESCRIPTIONS.get(name) ?? '',
  preemptionPolicy: 'PreemptLowerPriority',
}));
