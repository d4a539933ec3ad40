import {
  checkName,
  int32,
  list,
  object,
  qualifiedNameProblems,
  sameValue,
  text,
  utf8Length,
  type JudgedField,
} from '#apimachinery';
import type { KubernetesObject } from '../../metadata/index.js';
import { internalView } from '../../internals/index.js';
import { checkDriverName } from '../../volumes/index.js';
import { defineKind } from '../kind-definition.js';
import { csiNodeColumns } from './columns.js';

/** storage.k8s.io/v1 CSINode: the storage drivers of the node of the same name. */
export interface CSINode extends KubernetesObject {
  kind: 'CSINode';
  /** Null where there are no drivers: it is printed so. */
  spec?: { drivers?: CSINodeDriver[] | null };
}

export interface CSINodeDriver {
  name?: string;
  nodeID?: string;
  /** Null where it has none: it is printed so. */
  topologyKeys?: string[] | null;
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
  judgesMetadata: ['whole'],
  requiresVersion: true,
  returnsDeleted: true,
  columns: csiNodeColumns,
  fields: { spec: object({ drivers: list(driver, { mergeKey: 'name' }) }) },
  complete,
  check,
  checkUpdate,
});

/** Keys of places are printed though there are none. */
function complete(node: CSINode): void {
  const spec = (node.spec ??= {});
  if (!spec.drivers?.length) spec.drivers = null;
  for (const one of spec?.drivers ?? []) one.topologyKeys ??= null;
}

const LONGEST_NODE_ID = 256;

/** The drivers of a node, each once. // as API server v1.34 ValidateCSINode */
function check({ spec }: CSINode, root: JudgedField): void {
  const names = new Set<string>();
  spec?.drivers?.forEach(({ name = '', nodeID = '', topologyKeys, allocatable }, index) => {
    const path = root.child('spec').child('drivers').index(index);
    checkDriverName(name, path.child('name'));
    if (nodeID === '') path.child('nodeID').required();
    if (utf8Length(nodeID) > LONGEST_NODE_ID)
      path.child('nodeID').invalid(nodeID, `must be ${LONGEST_NODE_ID} characters or less`);
    if ((allocatable?.count ?? 0) < 0)
      path.child('allocatable').child('count').invalid(allocatable?.count, 'must be greater than or equal to 0');
    if (names.has(name)) path.child('name').duplicate(name);
    names.add(name);
    // Keys are reported at the driver, as upstream.
    checkKeys(topologyKeys ?? [], path);
  });
}

function checkKeys(keys: readonly string[], at: JudgedField): void {
  const seen = new Set<string>();
  for (const key of keys) {
    if (key === '') at.required();
    if (seen.has(key)) at.duplicate(key);
    seen.add(key);
    checkName(key, qualifiedNameProblems, at);
  }
}

/** A driver may come and go. // as API server v1.34 ValidateCSINodeUpdate */
function checkUpdate(node: CSINode, { spec: before }: CSINode, root: JudgedField): void {
  // Upstream judges the drivers twice.
  check(node, root);
  const { spec } = node;
  for (const driver of spec?.drivers ?? []) {
    const old = before?.drivers?.find(({ name }) => name === driver.name);
    if (old === undefined || sameValue(driver, old)) continue;
    root.child('spec').child('drivers').invalid(internalView(driver, 'CSINodeDriver'), 'field is immutable');
  }
}
