import { kubernetesType, typeOfKind, type KubernetesShape } from '#kubernetes-schema';
import type { FieldType } from '../../../apimachinery/src/decoding/decoder.js';
import { definitionOf } from './find-kind.js';
import { allKinds } from './index.js';

const WORDS: Readonly<Record<string, KubernetesShape['type']>> = { anyObject: 'object' };

/** Where what a decoder reads is not what Kubernetes has, by field. */
function differences(reads: FieldType, shape: KubernetesShape | undefined, path: string): string[] {
  if (shape === undefined) return [`${path} is no field`];
  if ((WORDS[reads.type] ?? reads.type) !== shape.type) return [`${path}: ${reads.type} is ${shape.type}`];
  if (reads.type === 'list' && shape.type === 'list') return differences(reads.items, shape.items, `${path}[]`);
  if (reads.type === 'map' && shape.type === 'map') return differences(reads.entries, shape.entries, `${path}{}`);
  if (reads.type !== 'object' || shape.type !== 'object') return [];
  return Object.entries(reads.fields).flatMap(([name, field]) =>
    differences(field, kubernetesType(shape.name)?.fields.get(name), `${path}.${name}`),
  );
}

test.each(allKinds())('what is read of a $kind of $apiVersion is a field of it, of that type', (kind) => {
  const { reads } = definitionOf(kind.apiVersion, kind.kind)?.decode ?? {};
  expect(reads).toBeDefined();
  const name = typeOfKind(kind)?.name ?? '';
  expect(differences(reads as FieldType, { type: 'object', name }, name)).toEqual([]);
});
