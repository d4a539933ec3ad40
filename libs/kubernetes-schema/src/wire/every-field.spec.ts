import { kubernetesResources, kubernetesType, typeOfKind, type KubernetesShape } from '../fields/index.js';
import { decodeObject, encodeObject, type NamedKind } from './envelope.js';

const SCALARS: Readonly<Record<string, unknown>> = {
  text: 'x',
  bytes: 'Ag==',
  flag: true,
  int32: 7,
  int64: 8,
  intOrText: '5%',
  time: '2004-01-01T01:01:01Z',
  microTime: '2004-01-01T01:01:01.000002Z',
  quantity: '1500m',
  any: { any: [1] },
};

/** Of an object inside another the wire has no kind. */
const WITHOUT_KIND = new Set(['PersistentVolumeClaim', 'DeleteOptions']);

/** A value in which every field is set. */
function valueOf(shape: KubernetesShape): unknown {
  switch (shape.type) {
    case 'list':
      return [valueOf(shape.items)];
    case 'map':
      return { key: valueOf(shape.entries) };
    case 'object': {
      const fields = [...(kubernetesType(shape.name)?.fields ?? [])].filter(
        ([name]) => !WITHOUT_KIND.has(shape.name) || (name !== 'kind' && name !== 'apiVersion'),
      );
      return Object.fromEntries(fields.map(([name, field]) => [name, valueOf(field)]));
    }
    default:
      return SCALARS[shape.type];
  }
}

const bodies = kubernetesResources().flatMap(({ apiVersion, kind, subresources }) => [
  { apiVersion, kind },
  ...[...subresources.values()].map(({ body }) => body),
]);
/** What is connected to has options in the query, and no types. */
const typed = bodies.filter((kind) => typeOfKind(kind) !== undefined);
const kinds = new Map<string, NamedKind>(typed.map((kind) => [`${kind.apiVersion} ${kind.kind}`, kind]));

test.each([...kinds])('%s with every field set is the same in protobuf and back', (_name, kind) => {
  const fields = [...(typeOfKind(kind)?.fields ?? [])].map(([name, field]) => [name, valueOf(field)]);
  const object = { ...Object.fromEntries(fields), ...kind };
  const bytes = encodeObject(object, kind);
  expect(decodeObject(bytes ?? new Uint8Array(), kind)).toEqual({ object });
});
