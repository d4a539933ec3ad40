import type { Taint } from '../tolerations/index.js';
import type { Namespace, Node, NodeSpec, NodeStatus, PriorityClass, RuntimeClass } from '../types/index.js';
import { flag, int32, int64, list, object, resourceList, text, textMap, time } from './decoder.js';
import { condition, kubernetesObject } from './metadata.js';
import { toleration } from './pod.js';

const taint = object<Taint>({ key: text, value: text, effect: text, timeAdded: time });

export const node = kubernetesObject<Node>({
  spec: object<NodeSpec>({ unschedulable: flag, taints: list(taint), providerID: text, podCIDR: text }),
  status: object<NodeStatus>({
    capacity: resourceList,
    allocatable: resourceList,
    conditions: list(condition),
    images: list(object({ names: list(text), sizeBytes: int64 })),
    volumesAttached: list(object({ name: text, devicePath: text })),
  }),
});

export const namespace = kubernetesObject<Namespace>({
  spec: object({ finalizers: list(text) }),
  status: object({ phase: text }),
});

export const priorityClass = kubernetesObject<PriorityClass>({
  value: int32,
  globalDefault: flag,
  description: text,
  preemptionPolicy: text,
});

export const runtimeClass = kubernetesObject<RuntimeClass>({
  handler: text,
  overhead: object({ podFixed: resourceList }),
  scheduling: object({ nodeSelector: textMap, tolerations: list(toleration) }),
});
