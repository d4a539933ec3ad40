import { isJsonObject } from '#json';
import { kubernetesType, type KubernetesShape, type KubernetesType } from './field-table.js';
import { typeOfKind, type KindReference } from './resource-table.js';

/**
 * Fields that the API server prints though they hold nothing. All other lists, maps and nulls that are empty are
 * absent: that is how Kubernetes writes its types (omitempty).
 */
const PRINTED_EMPTY: ReadonlySet<string> = new Set([
  'CSINodeDriver.topologyKeys',
  'CSINodeSpec.drivers',
  'CephFSPersistentVolumeSource.monitors',
  'CephFSVolumeSource.monitors',
  'LimitRangeSpec.limits',
  'NodeSelector.nodeSelectorTerms',
  'PodSpec.containers',
  'ProjectedVolumeSource.sources',
  'RBDPersistentVolumeSource.monitors',
  'RBDVolumeSource.monitors',
  'TopologySelectorLabelRequirement.values',
  'TypedLocalObjectReference.apiGroup',
  'TypedObjectReference.apiGroup',
]);

/**
 * Takes out of an object what is absent in the API server's own structures: null, empty lists and empty maps. The
 * object has its type's fields in their types. Times may be null: those of conditions are printed so.
 */
export function dropAbsentFields(object: Record<string, unknown>, kind: KindReference): void {
  const type = typeOfKind(kind);
  if (type !== undefined) dropFromObject(object, type);
}

function dropFromObject(object: Record<string, unknown>, { name, fields }: KubernetesType): void {
  for (const key of Object.keys(object)) {
    const shape = fields.get(key);
    if (shape === undefined) continue;
    const value = object[key];
    if (isAbsent(value, shape) && !PRINTED_EMPTY.has(`${name}.${key}`)) delete object[key];
    else dropFrom(value, shape);
  }
}

function isAbsent(value: unknown, shape: KubernetesShape): boolean {
  if (value === null) return shape.type !== 'time' && shape.type !== 'microTime';
  if (shape.type === 'list') return Array.isArray(value) && value.length === 0;
  if (shape.type !== 'map') return false;
  // Left by the first key: maps with something in them are the rule.
  for (const _key in value as object) return false;
  return true;
}

function dropFrom(value: unknown, shape: KubernetesShape): void {
  if (shape.type === 'object') {
    const type = kubernetesType(shape.name);
    if (type !== undefined && isJsonObject(value)) dropFromObject(value, type);
  } else if (shape.type === 'list' && shape.items.type === 'object' && Array.isArray(value)) {
    for (const item of value) dropFrom(item, shape.items);
  }
}
