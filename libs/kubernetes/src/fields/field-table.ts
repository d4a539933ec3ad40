import { KUBERNETES_TYPES } from './kubernetes-types.js';

/** What a field of Kubernetes holds: a scalar, a list or a map of something, or an object of a named type. */
export type KubernetesShape =
  | { readonly type: KubernetesScalar }
  | { readonly type: 'list'; readonly items: KubernetesShape }
  | { readonly type: 'map'; readonly entries: KubernetesShape }
  | { readonly type: 'object'; readonly name: string };

/** The words of `decoding/`; the inside of `any` is not known. */
export type KubernetesScalar = 'text' | 'flag' | 'int32' | 'int64' | 'intOrText' | 'time' | 'quantity' | 'any';

/** A type of Kubernetes v1.34, such as `PodSpec`: all of its fields. */
export interface KubernetesType {
  readonly name: string;
  readonly fields: ReadonlyMap<string, KubernetesShape>;
}

const SCALARS = ['text', 'flag', 'int32', 'int64', 'intOrText', 'time', 'quantity', 'any'] as const;
const scalars: ReadonlyMap<string, KubernetesShape> = new Map(SCALARS.map((type) => [type, { type }]));

const types: ReadonlyMap<string, KubernetesType> = new Map(
  KUBERNETES_TYPES.trim()
    .split(/\n(?! )/)
    .map((line) => {
      const [name = '', ...fields] = line.split(/\s+/);
      return [name, { name, fields: new Map(fields.map(fieldOf)) }];
    }),
);

/**
 * The type of a name; that of a kind has the name of the kind. Undefined where it is behind no kind that is kept or
 * expanded into pods.
 */
export function kubernetesType(name: string): KubernetesType | undefined {
  return types.get(name);
}

/** Every type that is behind a kind that is kept or expanded into pods, by name. */
export function kubernetesTypes(): Iterable<KubernetesType> {
  return types.values();
}

function fieldOf(text: string): [string, KubernetesShape] {
  const colon = text.indexOf(':');
  return colon < 0 ? [text, { type: 'text' }] : [text.slice(0, colon), shapeOf(text.slice(colon + 1))];
}

function shapeOf(text: string): KubernetesShape {
  if (text.startsWith('[]')) return { type: 'list', items: shapeOf(text.slice(2)) };
  if (text.startsWith('{}')) return { type: 'map', entries: shapeOf(text.slice(2)) };
  return scalars.get(text) ?? { type: 'object', name: text };
}
