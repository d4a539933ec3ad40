import { flag, int64, list, object, resourceList, text } from '../../decoding/index.js';
import { conditions, type Condition, type KubernetesObject } from '../../metadata/index.js';
import type { JudgedField } from '../../problems/index.js';
import { anyResourceName, checkResourceList, type ResourceList } from '../../resources/index.js';
import { checkTaints, taint, type Taint } from '../../tolerations/index.js';
import { defineKind } from '../kind-definition.js';

/** core/v1 Node: a machine that pods are bound to. */
export interface Node extends KubernetesObject {
  kind: 'Node';
  spec?: NodeSpec;
  status?: NodeStatus;
}

export interface NodeSpec {
  unschedulable?: boolean;
  taints?: Taint[];
  providerID?: string;
  podCIDR?: string;
}

export interface NodeStatus {
  capacity?: ResourceList;
  allocatable?: ResourceList;
  conditions?: Condition[];
  images?: ContainerImage[];
  volumesAttached?: { name?: string; devicePath?: string }[];
}

/** An image that a node holds, under all its names. */
export interface ContainerImage {
  names?: string[];
  sizeBytes?: number;
}

/** All about the kind Node. */
export const nodeKind = defineKind<Node>({
  apiVersion: 'v1',
  kind: 'Node',
  plural: 'nodes',
  shortNames: ['no'],
  statusSubresource: true,
  selectableFields: { 'spec.unschedulable': 'false' },
  fields: {
    spec: object<NodeSpec>({ unschedulable: flag, taints: list(taint), providerID: text, podCIDR: text }),
    status: object<NodeStatus>({
      capacity: resourceList,
      allocatable: resourceList,
      conditions,
      images: list(object({ names: list(text), sizeBytes: int64 })),
      volumesAttached: list(object({ name: text, devicePath: text })),
    }),
  },
  complete,
  check,
  checkUpdate,
});

/** The kubelet's own default for maxPods: without it a node would take no pod at all. */
const PODS_OF_A_NODE = '110';

/**
 * Allocatable is the capacity unless something else is said, as the API server does it. The number of pods is what a
 * kubelet would report; nobody has to say it to model a node.
 */
function complete(node: Node): void {
  const status = (node.status ??= {});
  if (status.capacity === undefined && status.allocatable === undefined) status.capacity = {};
  const saysPods = [status.capacity, status.allocatable].some(
    (amounts) => amounts !== undefined && Object.hasOwn(amounts, 'pods'),
  );
  if (!saysPods)
    for (const amounts of [status.capacity, status.allocatable])
      if (amounts !== undefined) amounts['pods'] = PODS_OF_A_NODE;
  if (status.allocatable === undefined) status.allocatable = { ...status.capacity };
}

/**
 * Its taints, and amounts that make sense. Names of its resources are the kubelet's.
 * // as API server v1.34 ValidateNode
 */
function check({ spec, status }: Node, root: JudgedField): void {
  checkTaints(spec?.taints ?? [], root.child('spec').child('taints'));
  for (const field of ['capacity', 'allocatable'] as const) {
    checkResourceList(status?.[field], anyResourceName, root.child('status').child(field));
  }
}

/** A provider id stays once it is known. */
function checkUpdate(node: Node, before: Node, root: JudgedField): void {
  const old = before.spec?.providerID ?? '';
  if (old !== '' && old !== node.spec?.providerID) {
    root.child('spec').child('providerID').forbidden('node updates may not change providerID except from "" to valid');
  }
}
