import type { FieldType } from '../decoding/index.js';
import { allKinds, definitionByName } from '../kinds/index.js';
import { kubernetesType, kubernetesTypes, type KubernetesShape } from './index.js';

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

describe('the fields of Kubernetes', () => {
  test.each(allKinds().map(({ kind }) => kind))('what is read of a %s is a field of it, of that type', (kind) => {
    const { reads } = definitionByName(kind)?.decode ?? {};
    expect(reads).toBeDefined();
    expect(differences(reads as FieldType, { type: 'object', name: kind }, kind)).toEqual([]);
  });

  test('every type that a field names is there', () => {
    const named = (shape: KubernetesShape): string[] => {
      if (shape.type === 'list') return named(shape.items);
      if (shape.type === 'map') return named(shape.entries);
      return shape.type === 'object' ? [shape.name] : [];
    };
    const names = [...kubernetesTypes()].flatMap(({ fields }) => [...fields.values()].flatMap(named));
    expect(names.filter((name) => kubernetesType(name) === undefined)).toEqual([]);
  });

  test('fields that are new in v1.34 are known', () => {
    expect(kubernetesType('PodSpec')?.fields.get('hostnameOverride')).toEqual({ type: 'text' });
    expect(kubernetesType('EnvVarSource')?.fields.get('fileKeyRef')).toEqual({
      type: 'object',
      name: 'FileKeySelector',
    });
  });
});
