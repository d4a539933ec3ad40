import { REVIEWS } from './reviews/index.js';
import { servedKinds } from '#kubernetes';
import {
  isPrintedNull,
  kubernetesType,
  kubernetesTypes,
  typeOfField,
  typeOfKind,
  type KubernetesScalar,
  type KubernetesShape,
  type KubernetesType,
} from '#kubernetes-schema';

/** Schemas of an OpenAPI document by name. */
type Schemas = Record<string, object>;

interface GroupVersion {
  readonly group: string;
  readonly version: string;
}

const META = 'io.k8s.apimachinery.pkg.apis.meta.v1';
/** Where Kubernetes' own document has the types that are written out here. */
export const STATUS = `${META}.Status`;
export const DELETE_OPTIONS = `${META}.DeleteOptions`;
export const JSON_PATCH = `${META}.JsonPatch`;
export const MERGE_PATCH = `${META}.Patch`;
export const STRATEGIC_MERGE_PATCH = `${META}.StrategicMergePatch`;
export const BINDING = 'io.k8s.api.core.v1.Binding';
export const EVICTION = 'io.k8s.api.policy.v1.Eviction';
export const SCALE = 'io.k8s.api.autoscaling.v1.Scale';

/** `io.k8s.api.apps.v1.ReplicaSet`, as Kubernetes' own document has it; a list of the kind ends in `List`. */
export function schemaName({ kind, ...where }: GroupVersion & { readonly kind: string }): string {
  return `${packageOf(where)}.${kind}`;
}

export function refTo(name: string): { readonly $ref: string } {
  return { $ref: `#/components/schemas/${name}` };
}

/** Times that are null are texts to the OpenAPI document. */
function orNull(schema: object, type: KubernetesShape['type']): object {
  if (type === 'list') return { ...schema, type: ['array', 'null'] };
  return type === 'object' ? { anyOf: [schema, { type: 'null' }] } : schema;
}

/** Every type behind a kind that is stored, from the table of Kubernetes' fields; the lists, and what is no kind. */
export function kubernetesSchemas(): Schemas {
  const names = namesOfTypes();
  const types = [...kubernetesTypes()].flatMap((type) => {
    const known = names.get(type.name);
    if (known === undefined) return [];
    const properties = [...type.fields].map(([field, shape]) => {
      const schema = schemaOf(shape, names);
      return [field, isPrintedNull(type, field) ? orNull(schema, shape.type) : schema];
    });
    return [[known, { type: 'object', properties: Object.fromEntries(properties) as object }] as const];
  });
  const lists = servedKinds().map((kind) => [`${schemaName(kind)}List`, listOf(schemaName(kind))] as const);
  const all = [...types, ...lists, ...Object.entries(PROTOCOL)];
  return Object.fromEntries(all.sort(([a], [b]) => (a < b ? -1 : 1)));
}

function packageOf({ group, version }: GroupVersion): string {
  return `io.k8s.api.${group === '' ? 'core' : (group.split('.', 1)[0] ?? '')}.${version}`;
}

/** Types that this document has under another package than Kubernetes' own: names that are published stay. */
const PUBLISHED_NAMES: ReadonlyMap<string, string> = new Map(
  ['TopologySelectorLabelRequirement', 'TopologySelectorTerm'].map((name) => [name, `io.k8s.api.storage.v1.${name}`]),
);

/** The types behind the kinds that are stored, and the names of Kubernetes' own document for them. */
function namesOfTypes(): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  const visit = (type: KubernetesType | undefined): void => {
    if (type === undefined || names.has(type.name)) return;
    names.set(type.name, PUBLISHED_NAMES.get(type.name) ?? type.fullName);
    // What is written out here refers to no other type.
    if (!Object.hasOwn(PROTOCOL, type.fullName)) for (const field of type.fields.values()) visit(typeOfField(field));
  };
  for (const body of ['Binding', 'Eviction', 'Scale']) visit(kubernetesType(body));
  for (const review of Object.values(REVIEWS)) visit(kubernetesType(review.kind));
  visit(kubernetesType('authentication.v1.TokenRequest'));
  for (const kind of servedKinds()) visit(typeOfKind(kind));
  return names;
}

const SCALARS: Readonly<Record<KubernetesScalar, object>> = {
  text: { type: 'string' },
  bytes: { type: 'string', format: 'byte' },
  flag: { type: 'boolean' },
  int32: { type: 'integer', format: 'int32' },
  int64: { type: 'integer', format: 'int64' },
  intOrText: { type: ['integer', 'string'] },
  time: { type: ['string', 'null'], format: 'date-time' },
  microTime: { type: ['string', 'null'], format: 'date-time' },
  quantity: { type: ['string', 'number'] },
  any: {},
};

function schemaOf(shape: KubernetesShape, names: ReadonlyMap<string, string>): object {
  switch (shape.type) {
    case 'list':
      return { type: 'array', items: schemaOf(shape.items, names) };
    case 'map':
      return { type: 'object', additionalProperties: schemaOf(shape.entries, names) };
    case 'object':
      return refTo(names.get(shape.name) ?? shape.name);
    default:
      return SCALARS[shape.type];
  }
}

function listOf(item: string): object {
  return {
    type: 'object',
    description: 'Items have no apiVersion and kind: those of the list apply.',
    required: ['apiVersion', 'kind', 'metadata', 'items'],
    properties: {
      apiVersion: SCALARS.text,
      kind: SCALARS.text,
      metadata: refTo(`${META}.ListMeta`),
      items: { type: 'array', items: refTo(item) },
    },
  };
}

const NULLABLE_TEXT = { type: ['string', 'null'] } as const;

/** What requests and answers are made of beside objects. */
const PROTOCOL: Schemas = {
  [`${META}.ListMeta`]: {
    type: 'object',
    required: ['resourceVersion'],
    properties: {
      resourceVersion: SCALARS.text,
      continue: { type: 'string', description: 'Token of the next page; absent on the last page.' },
      remainingItemCount: SCALARS.int64,
    },
  },
  [STATUS]: {
    type: 'object',
    description: 'The result of a request that returns no object.',
    required: ['apiVersion', 'kind', 'metadata', 'status'],
    properties: {
      apiVersion: { type: 'string', enum: ['v1'] },
      kind: { type: 'string', enum: ['Status'] },
      metadata: { type: 'object' },
      status: { type: 'string', enum: ['Success', 'Failure'] },
      message: SCALARS.text,
      reason: { type: 'string', description: 'The reason, in one word.' },
      details: refTo(`${META}.StatusDetails`),
      code: { type: 'integer', description: 'The HTTP status code.' },
    },
  },
  [`${META}.StatusDetails`]: {
    type: 'object',
    properties: {
      name: SCALARS.text,
      group: SCALARS.text,
      kind: SCALARS.text,
      uid: SCALARS.text,
      retryAfterSeconds: SCALARS.int32,
      causes: {
        type: 'array',
        items: { type: 'object', properties: { reason: SCALARS.text, message: SCALARS.text, field: SCALARS.text } },
      },
    },
  },
  [DELETE_OPTIONS]: {
    type: 'object',
    properties: {
      apiVersion: NULLABLE_TEXT,
      kind: NULLABLE_TEXT,
      dryRun: { type: ['array', 'null'], items: { type: 'string', enum: ['All'] } },
      gracePeriodSeconds: { type: ['integer', 'null'], format: 'int64' },
      orphanDependents: { type: ['boolean', 'null'] },
      preconditions: { type: ['object', 'null'], properties: { uid: SCALARS.text, resourceVersion: SCALARS.text } },
      propagationPolicy: NULLABLE_TEXT,
    },
  },
  [MERGE_PATCH]: {
    type: 'object',
    additionalProperties: true,
    description: 'The part of an object that changes (RFC 7396): null removes a field.',
  },
  [STRATEGIC_MERGE_PATCH]: {
    type: 'object',
    additionalProperties: true,
    description:
      'The part of an object that changes: lists of objects are merged by the merge keys of Kubernetes, and ' +
      '`$patch`, `$deleteFromPrimitiveList`, `$retainKeys` and `$setElementOrder` are directives.',
  },
  [JSON_PATCH]: {
    type: 'array',
    description: 'Operations in the order in which they are applied (RFC 6902).',
    items: {
      type: 'object',
      required: ['op', 'path'],
      properties: {
        op: { type: 'string', enum: ['add', 'remove', 'replace', 'move', 'copy', 'test'] },
        path: { type: 'string', description: 'A JSON pointer (RFC 6901).' },
        from: { type: 'string', description: 'Of move and copy: a JSON pointer.' },
        value: { description: 'Of add, replace and test: any JSON value.' },
      },
    },
  },
};
