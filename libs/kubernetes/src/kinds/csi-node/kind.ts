import { int32, list, object, text } from '../../decoding/index.js';
import type { KubernetesObject } from '../../metadata/index.js';
import type { JudgedField } from '../../problems/index.js';
import { defineKind } from '../kind-definition.js';

/** storage.k8s.io/v1 CSINode: the storage drivers of the node of the same name. */
export interface CSINode extends KubernetesObject {
  kind: 'CSINode';
  spec?: { drivers?: CSINodeDriver[] };
}

export interface CSINodeDriver {
  name?: string;
  nodeID?: string;
  topologyKeys?: string[];
  allocatable?: { count?: number };
}

const driver = object<CSINodeDriver>({
  name: text,
  nodeID: text,
  topologyKeys: list(text),
  allocatable: object({ count: int32 }),
});

/** All about the kind CSINode. */
export const csiNodeKind = defineKind<CSINode>({
  apiVersion: 'storage.k8s.io/v1',
  kind: 'CSINode',
  plural: 'csinodes',
  fields: { spec: object({ drivers: list(driver, { mergeKey: 'name' }) }) },
  check,
});

/** The drivers of a node, each once. // as API server v1.34 ValidateCSINode */
function check({ spec }: CSINode, root: JudgedField): void {
  const names = new Set<string>();
  spec?.drivers?.forEach(({ name = '', nodeID = '', allocatable }, index) => {
    const path = root.child('spec').child('drivers').index(index);
    if (name === '') path.child('name').required();
    if (nodeID === '') path.child('nodeID').required();
    if (names.has(name)) path.child('name').duplicate(name);
    names.add(name);
    if ((allocatable?.count ?? 0) < 0)
      path.child('allocatable').child('count').invalid(allocatable?.count, 'must be greater than or equal to 0');
  });
}
