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
  'SuccessPolicy.rules',
  'TopologySelectorLabelRequirement.values',
  'TypedLocalObjectReference.apiGroup',
  'TypedObjectReference.apiGroup',
]);

/** Lists that kinds treat in another way where they are empty than where they are not given. */
const KEPT_EMPTY: ReadonlySet<string> = new Set(['HPAScalingRules.policies', 'IngressSpec.rules']);

/** A list or map that is empty and was taken out: where it was, and how it is written. */
export type EmptyFields = Map<string, '[]' | '{}'>;

/**
 * Takes out of an object what is absent in the API server's own structures: null, empty lists and empty maps. The
 * object has its type's fields in their types. Times may be null: those of conditions are printed so. Answers the
 * lists and maps, which are not null to the API server's validation.
 */
export function dropAbsentFields(object: Record<string, unknown>, kind: KindReference): EmptyFields {
  const type = typeOfKind(kind);
  const emptied: Emptied[] = [];
  if (type !== undefined) dropFromObject(object, type, emptied);
  return new Map(emptied.map(({ path, text }) => [path, text]));
}

interface Emptied {
  readonly path: string;
  readonly text: '[]' | '{}';
}

function dropFromObject(object: Record<string, unknown>, { name, fields }: KubernetesType, emptied: Emptied[]): void {
  for (const key of Object.keys(object)) {
    const shape = fields.get(key);
    if (shape === undefined) continue;
    const value = object[key];
    if (isAbsent(value, shape) && !staysEmpty(value, `${name}.${key}`)) {
      delete object[key];
      if (value !== null) emptied.push({ path: key, text: Array.isArray(value) ? '[]' : '{}' });
    } else {
      const first = emptied.length;
      dropFrom(value, shape, emptied);
      placeBelow(key, emptied, first);
    }
  }
}

function staysEmpty(value: unknown, field: string): boolean {
  return PRINTED_EMPTY.has(field) || (value !== null && KEPT_EMPTY.has(field));
}

function isAbsent(value: unknown, shape: KubernetesShape): boolean {
  if (value === null) return shape.type !== 'time' && shape.type !== 'microTime';
  if (shape.type === 'list') return Array.isArray(value) && value.length === 0;
  if (shape.type !== 'map') return false;
  // Left by the first key: maps with something in them are the rule.
  for (const _key in value as object) return false;
  return true;
}

function dropFrom(value: unknown, shape: KubernetesShape, emptied: Emptied[]): void {
  if (shape.type === 'object') {
    const type = kubernetesType(shape.name);
    if (type !== undefined && isJsonObject(value)) dropFromObject(value, type, emptied);
  } else if (shape.type === 'list' && shape.items.type === 'text' && Array.isArray(value)) {
    // A text that is null is empty.
    for (const [index, item] of value.entries()) if (item === null) value[index] = '';
  } else if (shape.type === 'list' && shape.items.type === 'object' && Array.isArray(value)) {
    for (const [index, item] of value.entries()) {
      const first = emptied.length;
      dropFrom(item, shape.items, emptied);
      placeBelow(`[${index}]`, emptied, first);
    }
  }
}

/** Paths are put together where something is taken out alone: most objects have nothing of the kind. */
function placeBelow(step: string, emptied: Emptied[], first: number): void {
  for (let index = first; index < emptied.length; index += 1) {
    const { path, text } = emptied[index] as Emptied;
    emptied[index] = { path: path.startsWith('[') ? step + path : `${step}.${path}`, text };
  }
}
