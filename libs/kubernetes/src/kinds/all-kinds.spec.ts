import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { FieldType } from '../decoding/index.js';
import { creating } from '../testing/admission.js';
import { admit } from '../index.js';
import { KINDS } from './all-kinds.js';
import type { KindDefinition } from './kind-definition.js';

const FOLDERS = readdirSync(import.meta.dirname, { withFileTypes: true }).filter((entry) => entry.isDirectory());

/** What a module of a kind's folder exports that is a kind. */
async function kindsIn(folder: string): Promise<KindDefinition[]> {
  const url = pathToFileURL(join(import.meta.dirname, folder, 'kind.js')).href;
  const exported = Object.values((await import(url)) as Record<string, unknown>);
  return exported.filter((one): one is KindDefinition => typeof one === 'object' && one !== null && 'decode' in one);
}

/** `PersistentVolumeClaim` lives in `persistent-volume-claim`, `CSINode` in `csi-node`. */
function folderOf(kind: string): string {
  return kind.replace(/(?<=[a-z])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/g, '-').toLowerCase();
}

test('every folder has one kind, which is registered, and every registered kind has a folder of its name', async () => {
  const found = await Promise.all(FOLDERS.map(async ({ name }) => ({ name, kinds: await kindsIn(name) })));
  expect(found.map(({ name, kinds }) => [name, kinds.map(({ description }) => folderOf(description.kind))])).toEqual(
    found.map(({ name }) => [name, [name]]),
  );
  expect(new Set(found.flatMap(({ kinds }) => kinds))).toEqual(new Set<KindDefinition>(KINDS));
  expect(found).toHaveLength(KINDS.length);
});

describe.each(KINDS.map((kind): [string, KindDefinition] => [kind.description.kind, kind]))('%s', (name, kind) => {
  const { apiVersion } = kind.description;

  test('is refused or admitted, but never throws, whatever is missing', () => {
    for (const rest of [{}, { metadata: { name: 'a' } }, { spec: {}, status: {} }, { spec: null, metadata: null }])
      expect(() => admit({ apiVersion, kind: name, ...rest }, creating)).not.toThrow();
  });

  test('says in data which fields it has', () => {
    const table = kind.decode.reads;
    expect(table).toMatchObject({ type: 'object', fields: { apiVersion: { type: 'text' }, metadata: METADATA } });
    expect(JSON.parse(JSON.stringify(table))).toEqual(table);
  });

  test('can be selected only by fields that it reads', () => {
    for (const field of [...kind.selectableFields.keys(), ...kind.fieldAliases.values()])
      expect([field, typeAt(kind.decode.reads, field.split('.'))?.type]).toEqual([
        field,
        expect.stringMatching(/^(text|flag|int32)$/),
      ]);
  });
});

const METADATA = {
  type: 'object',
  fields: {
    labels: { type: 'map', entries: { type: 'text' } },
    ownerReferences: { type: 'list', mergeKey: 'uid', items: { type: 'object', fields: { uid: { type: 'text' } } } },
  },
};

function typeAt(table: FieldType | undefined, [step, ...rest]: readonly string[]): FieldType | undefined {
  if (step === undefined || table === undefined) return table;
  return typeAt(table.type === 'object' ? table.fields[step] : undefined, rest);
}
