import { KUBERNETES_TYPES } from './kubernetes-types.js';

/** What a field of Kubernetes holds: a scalar, a list or a map of something, or an object of a named type. */
export type KubernetesShape =
  | { readonly type: KubernetesScalar }
  | { readonly type: 'list'; readonly items: KubernetesShape }
  | { readonly type: 'map'; readonly entries: KubernetesShape }
  | { readonly type: 'object'; readonly name: string };

/** The words of `decoding/`. `bytes` is base64 text; the inside of `any` is not known. */
export type KubernetesScalar = (typeof SCALARS)[number];

/** What is said of a field besides its shape: how it is defaulted, owned and merged. */
export interface FieldFacts {
  /** Whether the OpenAPI document requires it. */
  readonly required: boolean;
  /** What the OpenAPI document says that an absent one is; not the defaulting of admission. */
  readonly default?: string | number | boolean;
  /** Of a list, as x-kubernetes-list-type: how it is owned. A list of none is `plain`, and owned as an atomic one. */
  readonly listType?: 'atomic' | 'set' | 'map' | 'plain';
  /** Of a list of the type `map`: the fields by which an item is found again. */
  readonly mapKeys?: readonly string[];
  /** Of a map or an object, as x-kubernetes-map-type: whether it is owned as a whole. */
  readonly mapType?: 'atomic' | 'granular';
  /** As x-kubernetes-patch-strategy; none is a replacement of lists, and a merge of maps and objects. */
  readonly patchStrategy: readonly ('merge' | 'retainKeys' | 'replace')[];
  /** Of a list that is merged: the field by which a strategic merge patch finds an item again; none for scalars. */
  readonly mergeKey?: string;
}

/** A field: its shape, and the facts about it. */
export type KubernetesField = KubernetesShape & FieldFacts;

/** A type of Kubernetes v1.34, such as `PodSpec`: all of its fields. */
export interface KubernetesType {
  /** The name of the table, where no other type has it; else with the end of its package: `core.v1.Event`. */
  readonly name: string;
  /** As the OpenAPI document has it: `io.k8s.api.core.v1.PodSpec`. */
  readonly fullName: string;
  /** As Go tells it: `v1.PodSpec`. */
  readonly goName: string;
  /** Whether an object of the type is owned as a whole. */
  readonly isAtomic: boolean;
  /** Which field says which of the others counts, and the value of it that chooses each. */
  readonly union?: { readonly discriminator: string; readonly fields: ReadonlyMap<string, string> };
  readonly fields: ReadonlyMap<string, KubernetesField>;
}

const SCALARS = [
  'text',
  'bytes',
  'flag',
  'int32',
  'int64',
  'intOrText',
  'time',
  'microTime',
  'quantity',
  'any',
] as const;
const scalars: ReadonlyMap<string, KubernetesShape> = new Map(SCALARS.map((type) => [type, { type }]));
const ZEROS: Partial<Record<KubernetesShape['type'], string | number | boolean>> = {
  text: '',
  flag: false,
  int32: 0,
  int64: 0,
};

const types: ReadonlyMap<string, KubernetesType> = new Map(readTypes().map((type) => [type.name, type]));

/** The type of a name of the table. Undefined where it is behind no kind of the served groups. */
export function kubernetesType(name: string): KubernetesType | undefined {
  return types.get(name);
}

/** Every type behind the kinds of the served groups. */
export function kubernetesTypes(): Iterable<KubernetesType> {
  return types.values();
}

/** The type of a field's value: undefined unless it is an object of a known type, or a list or map of such objects. */
export function typeOfField(field: KubernetesShape): KubernetesType | undefined {
  if (field.type === 'list') return typeOfField(field.items);
  if (field.type === 'map') return typeOfField(field.entries);
  return field.type === 'object' ? kubernetesType(field.name) : undefined;
}

function readTypes(): KubernetesType[] {
  const read: KubernetesType[] = [];
  let packageName = '';
  for (const line of KUBERNETES_TYPES.trim().split(/\n(?! )/)) {
    const [head = '', ...fields] = line.split(/\s+/);
    if (fields.length === 0 && head.startsWith('io.')) packageName = head;
    else read.push(readType(packageName, head, fields));
  }
  return read;
}

function readType(packageName: string, head: string, fields: readonly string[]): KubernetesType {
  const [name = '', ...facts] = head.split(';');
  const shortName = name.slice(name.lastIndexOf('.') + 1);
  const union = facts.find((fact) => fact.startsWith('union='))?.slice('union='.length);
  return {
    name,
    fullName: `${packageName}.${shortName}`,
    goName: `${packageName.slice(packageName.lastIndexOf('.') + 1)}.${shortName}`,
    isAtomic: facts.includes('atomic'),
    ...(union === undefined ? {} : { union: readUnion(union) }),
    fields: new Map(fields.map(readField)),
  };
}

function readUnion(text: string): NonNullable<KubernetesType['union']> {
  const [discriminator = '', ...fields] = text.split(',');
  return { discriminator, fields: new Map(fields.map((pair) => pair.split(':') as [string, string])) };
}

/** `name`, `name!` where it is required, `name:shape` where it is no text, and facts behind semicolons. */
function readField(text: string): [string, KubernetesField] {
  const [head = '', ...facts] = text.split(';');
  const [marked = '', shapeText = 'text'] = head.split(/:(.*)/, 2);
  const required = marked.endsWith('!');
  const shape = shapeOf(shapeText);
  const given = new Map(facts.map((fact) => fact.split(/=(.*)/, 2) as [string, string]));
  const preset = given.has('undefaulted') ? undefined : presetOf(given.get('default'), required, shape);
  return [
    required ? marked.slice(0, -1) : marked,
    {
      ...shape,
      required,
      ...(preset === undefined ? {} : { default: preset }),
      ...ownership(shape, given),
      patchStrategy: (given.get('patch')?.split(',') ?? []) as FieldFacts['patchStrategy'],
      ...(given.has('by') ? { mergeKey: given.get('by') ?? '' } : {}),
    },
  ];
}

function presetOf(text: string | undefined, required: boolean, { type }: KubernetesShape): FieldFacts['default'] {
  if (text !== undefined) return JSON.parse(text) as string | number | boolean;
  return required ? ZEROS[type] : undefined;
}

function ownership({ type }: KubernetesShape, given: ReadonlyMap<string, string>): Partial<FieldFacts> {
  const keys = given.get('keys');
  if (keys !== undefined) return { listType: 'map', mapKeys: keys.split(',') };
  if (type === 'list') return { listType: given.has('set') ? 'set' : given.has('plain') ? 'plain' : 'atomic' };
  if (given.has('atomic')) return { mapType: 'atomic' };
  return given.has('granular') ? { mapType: 'granular' } : {};
}

function shapeOf(text: string): KubernetesShape {
  if (text.startsWith('[]')) return { type: 'list', items: shapeOf(text.slice(2)) };
  if (text.startsWith('{}')) return { type: 'map', entries: shapeOf(text.slice(2)) };
  return scalars.get(text) ?? { type: 'object', name: text };
}
