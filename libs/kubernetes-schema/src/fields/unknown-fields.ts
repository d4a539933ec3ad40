import { isJsonObject } from '#json';
import { didYouMean } from '#apimachinery';
import { kubernetesType, type KubernetesShape, type KubernetesType } from './field-table.js';
import { typeOfKind, type KindReference } from './resource-table.js';

/** A field that its type does not have. */
export interface UnknownField {
  /** As the API server writes it: `spec.containers[1].imagePullpolicy`. */
  readonly path: string;
  /** What was probably meant, for the end of a message: `, did you mean nodeSelector?`; else empty. */
  readonly hint: string;
}

const NONE: readonly UnknownField[] = [];

/**
 * Takes out of an object what its type does not have, and says what that was, in the order of the object. As the API
 * server v1.34 does: letters of another case are another field, labels and the like may have any key, and of what is
 * unknown is not searched. Null in a list of objects is an object without fields. Values of the wrong type are left for
 * the decoder.
 */
export function dropUnknownFields(object: unknown, kind: KindReference): readonly UnknownField[] {
  const type = typeOfKind(kind);
  // Nearly every object has none: no path is made for those.
  if (type === undefined || hasOnly(object, type)) return NONE;
  const dropped: UnknownField[] = [];
  dropFromObject(object, type, { path: '', dropped });
  return dropped;
}

/** The object without what its type does not have: itself where there is nothing of the kind, else a copy. */
export function withoutUnknownFields<T>(object: T, kind: KindReference): T {
  const type = typeOfKind(kind);
  if (type === undefined || hasOnly(object, type)) return object;
  const copy = JSON.parse(JSON.stringify(object)) as T;
  dropUnknownFields(copy, kind);
  return copy;
}

function hasOnly(value: unknown, { fields }: KubernetesType): boolean {
  if (!isJsonObject(value)) return true;
  for (const key of Object.keys(value)) {
    const shape = fields.get(key);
    if (shape === undefined || !isKnown(value[key], shape)) return false;
  }
  return true;
}

function isKnown(value: unknown, shape: KubernetesShape): boolean {
  switch (shape.type) {
    case 'object': {
      const type = kubernetesType(shape.name);
      return type === undefined || hasOnly(value, type);
    }
    case 'list': {
      const { items } = shape;
      return !Array.isArray(value) || isScalar(items) || value.every((item) => item !== null && isKnown(item, items));
    }
    case 'map': {
      const { entries } = shape;
      return !isJsonObject(value) || isScalar(entries) || Object.values(value).every((item) => isKnown(item, entries));
    }
    default:
      return true;
  }
}

function isScalar({ type }: KubernetesShape): boolean {
  return type !== 'object' && type !== 'list' && type !== 'map';
}

interface Place {
  readonly path: string;
  readonly dropped: UnknownField[];
}

function dropFromObject(value: unknown, { fields }: KubernetesType, { path, dropped }: Place): void {
  if (!isJsonObject(value)) return;
  for (const key of Object.keys(value)) {
    const shape = fields.get(key);
    const at = path === '' ? key : `${path}.${key}`;
    if (shape !== undefined) {
      dropFrom(value[key], shape, { path: at, dropped });
    } else {
      dropped.push({ path: at, hint: didYouMean(key, fields.keys()) });
      delete value[key];
    }
  }
}

function dropFrom(value: unknown, shape: KubernetesShape, { path, dropped }: Place): void {
  if (shape.type === 'object') {
    const type = kubernetesType(shape.name);
    if (type !== undefined) dropFromObject(value, type, { path, dropped });
  } else if (shape.type === 'list' && Array.isArray(value)) {
    for (const [index, item] of value.entries()) {
      if (item === null && shape.items.type === 'object') value[index] = {};
      dropFrom(item, shape.items, { path: `${path}[${index}]`, dropped });
    }
  } else if (shape.type === 'map' && isJsonObject(value)) {
    for (const key of Object.keys(value)) dropFrom(value[key], shape.entries, { path: `${path}.${key}`, dropped });
  }
}
