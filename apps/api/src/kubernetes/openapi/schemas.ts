import { setField } from '#json';
import {
  typeOfField,
  typeOfKind,
  type KubernetesField,
  type KubernetesScalar,
  type KubernetesShape,
  type KubernetesType,
} from '#kubernetes-schema';
import { descriptionOf } from '../answers/index.js';
import type { FoundResource } from '../discovery.js';

/** The schemas of a document by their names. */
export type Schemas = Record<string, object>;

const API_MACHINERY = 'io.k8s.apimachinery.pkg';
const META = `${API_MACHINERY}.apis.meta.v1`;
const QUANTITY = `${API_MACHINERY}.api.resource.Quantity`;
const INT_OR_STRING = `${API_MACHINERY}.util.intstr.IntOrString`;

/** Scalars that are types of their own. */
const NAMED_SCALARS: Schemas = {
  [QUANTITY]: { oneOf: [{ type: 'string' }, { type: 'number' }] },
  [INT_OR_STRING]: { format: 'int-or-string', oneOf: [{ type: 'integer' }, { type: 'string' }] },
  [`${META}.Time`]: { type: 'string', format: 'date-time' },
  [`${META}.MicroTime`]: { type: 'string', format: 'date-time' },
};

const SCALARS: Readonly<Record<KubernetesScalar, object>> = {
  text: { type: 'string' },
  bytes: { type: 'string', format: 'byte' },
  flag: { type: 'boolean' },
  int32: { type: 'integer', format: 'int32' },
  int64: { type: 'integer', format: 'int64' },
  intOrText: refTo(INT_OR_STRING),
  time: refTo(`${META}.Time`),
  microTime: refTo(`${META}.MicroTime`),
  quantity: refTo(QUANTITY),
  any: { type: 'object' },
};

/** The types behind resources: their kinds, the lists of these, and every type that one of them has a field of. */
export function schemasOf(resources: readonly FoundResource[]): Schemas {
  const types = new Map<string, KubernetesType>();
  const visit = (type: KubernetesType | undefined): void => {
    if (type === undefined || types.has(type.fullName)) return;
    types.set(type.fullName, type);
    for (const field of type.fields.values()) visit(typeOfField(field));
  };
  const schemas: Schemas = { ...NAMED_SCALARS, [`${META}.ListMeta`]: LIST_META };
  const kinds = new Map<string, object>();
  for (const { served, subresources } of resources) {
    const kindsOfPaths = [served, ...subresources.map(({ kind, apiVersion }) => ({ kind, apiVersion }))];
    for (const { kind, apiVersion } of kindsOfPaths) {
      const type = typeOfKind({ kind, apiVersion });
      visit(type);
      if (type !== undefined) kinds.set(type.fullName, groupVersionKind(apiVersion, kind));
    }
    const type = typeOfKind(served);
    if (type !== undefined) schemas[`${type.fullName}List`] = listOf(type, served);
  }
  for (const kind of ['DeleteOptions', 'Status']) visit(typeOfKind({ apiVersion: 'v1', kind }));
  for (const type of types.values()) setField(schemas, type.fullName, schemaOf(type, kinds.get(type.fullName)));
  return Object.fromEntries(Object.entries(schemas).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** `x-kubernetes-group-version-kind` of a kind. */
export function groupVersionKind(apiVersion: string, kind: string): object {
  const [version = '', group = ''] = apiVersion.split('/').reverse();
  return { group, kind, version };
}

export function refTo(name: string): { readonly $ref: string } {
  return { $ref: `#/components/schemas/${name}` };
}

const LIST_META: object = {
  type: 'object',
  properties: {
    continue: SCALARS.text,
    remainingItemCount: SCALARS.int64,
    resourceVersion: SCALARS.text,
    selfLink: SCALARS.text,
  },
};

function listOf({ fullName }: KubernetesType, { apiVersion, kind }: { apiVersion: string; kind: string }): object {
  return {
    description: `${kind}List is a list of ${kind} objects.`,
    type: 'object',
    required: ['items'],
    properties: {
      apiVersion: SCALARS.text,
      items: { type: 'array', items: { allOf: [refTo(fullName)], default: {} } },
      kind: SCALARS.text,
      metadata: { allOf: [refTo(`${META}.ListMeta`)], default: {} },
    },
    'x-kubernetes-group-version-kind': [groupVersionKind(apiVersion, `${kind}List`)],
  };
}

function schemaOf(type: KubernetesType, kind: object | undefined): object {
  const fields = [...type.fields];
  const required = fields.filter(([, field]) => field.required).map(([name]) => name);
  return {
    ...described(descriptionOfType(type)),
    type: 'object',
    ...(required.length > 0 && { required }),
    ...(fields.length > 0 && {
      properties: Object.fromEntries(fields.map(([name, field]) => [name, fieldOf(type, name, field)])),
    }),
    ...(type.isAtomic && { 'x-kubernetes-map-type': 'atomic' }),
    ...(kind !== undefined && { 'x-kubernetes-group-version-kind': [kind] }),
  };
}

function fieldOf(type: KubernetesType, name: string, field: KubernetesField): object {
  const { listType, mapKeys, mapType, patchStrategy, mergeKey } = field;
  return {
    ...described(descriptionOfType(type, name)),
    ...shapeOf(field),
    ...(field.default !== undefined && { default: field.default }),
    ...(listType !== undefined && listType !== 'plain' && { 'x-kubernetes-list-type': listType }),
    ...(mapKeys !== undefined && { 'x-kubernetes-list-map-keys': mapKeys }),
    ...(mapType !== undefined && { 'x-kubernetes-map-type': mapType }),
    ...(patchStrategy.length > 0 && { 'x-kubernetes-patch-strategy': patchStrategy.join(',') }),
    ...(mergeKey !== undefined && { 'x-kubernetes-patch-merge-key': mergeKey }),
  };
}

/** A reference stands in `allOf`: OpenAPI 3.0 allows nothing beside it. */
function shapeOf(shape: KubernetesShape): object {
  switch (shape.type) {
    case 'list':
      return { type: 'array', items: shapeOf(shape.items) };
    case 'map':
      return { type: 'object', additionalProperties: shapeOf(shape.entries) };
    case 'object': {
      const name = typeOfField(shape)?.fullName;
      return name === undefined ? SCALARS.any : { allOf: [refTo(name)], default: {} };
    }
    default: {
      const scalar = SCALARS[shape.type];
      return '$ref' in scalar ? { allOf: [scalar] } : scalar;
    }
  }
}

function described(description: string): object {
  return description === '' ? {} : { description };
}

/** Of a type or one of its fields; in the table of descriptions names that repeat have their group in front. */
function descriptionOfType({ fullName }: KubernetesType, field?: string): string {
  const [name = '', version = '', group = ''] = fullName.split('.').reverse();
  const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
  const names = version === 'v1' ? [`${capital(group)}${name}`, name] : [`${capital(version)}${name}`, name];
  const suffix = field === undefined ? '' : `.${field}`;
  return names.map((one) => descriptionOf(`${one}${suffix}`)).find((text) => text !== '') ?? '';
}
