import { isJsonObject, ownField } from '#json';
import {
  kubernetesType,
  typeOfKind,
  type KindReference,
  type KubernetesScalar,
  type KubernetesShape,
} from '../fields/index.js';
import { goTypeOf } from './patch-fault.js';

/**
 * Why a patched object is no object of its type, in the words of the converter that the API server reads strategic
 * merges with; undefined where it is one. The first fault counts. // as apimachinery v1.34 fromUnstructured
 */
export function unrestorable(value: unknown, kind: KindReference): string | undefined {
  const type = typeOfKind(kind);
  return type && faultIn(value, { type: 'object', name: type.name });
}

function faultIn(value: unknown, shape: KubernetesShape): string | undefined {
  if (value === null || value === undefined) return undefined;
  switch (shape.type) {
    case 'object': {
      const type = kubernetesType(shape.name);
      if (type === undefined) return undefined;
      if (!isJsonObject(value)) return `cannot restore struct from: ${kindOf(value)}`;
      return first([...type.fields].map(([key, field]) => [ownField(value, key), field]));
    }
    case 'list':
      if (!Array.isArray(value)) return `cannot restore slice from ${kindOf(value)}`;
      return first(value.map((item: unknown) => [item, shape.items]));
    case 'map':
      if (!isJsonObject(value)) return `cannot restore map from ${kindOf(value)}`;
      return first(Object.values(value).map((item) => [item, shape.entries]));
    default:
      return scalarFault(value, shape.type);
  }
}

function first(inside: readonly (readonly [value: unknown, shape: KubernetesShape])[]): string | undefined {
  for (const [value, shape] of inside) {
    const fault = faultIn(value, shape);
    if (fault !== undefined) return fault;
  }
  return undefined;
}

const GO_TYPES: Readonly<Partial<Record<KubernetesScalar, string>>> = {
  text: 'string',
  flag: 'bool',
  int32: 'int32',
  int64: 'int64',
};

/** Go converts between numbers, and would make a text of a number: it refuses that by name. */
function scalarFault(value: unknown, type: KubernetesScalar): string | undefined {
  const goType = GO_TYPES[type];
  const given = goTypeOf(value);
  if (goType === undefined || goType === given) return undefined;
  const isNumber = given === 'int64' || given === 'float64';
  if (goType.startsWith('int') && isNumber)
    return Number.isInteger(value) ? undefined : `cannot convert ${given} to ${goType}`;
  return goType === 'string' && given === 'int64' ? `cannot convert int64 to string` : `unrecognized type: ${goType}`;
}

function kindOf(value: unknown): string {
  if (Array.isArray(value)) return 'slice';
  return isJsonObject(value) ? 'map' : goTypeOf(value);
}
