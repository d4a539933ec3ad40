import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { typeOfField, typeOfKind, type KubernetesType } from '../fields/index.js';
import { creating } from '../testing/admission.js';
import { admit } from '../index.js';
import { KINDS } from './all-kinds.js';
import type { KindDefinition } from './kind-definition.js';

const FOLDERS = readdirSync(import.meta.dirname, { withFileTypes: true }).flatMap((entry) =>
  entry.isDirectory() ? entry.name : [],
);

/** The only list: upstream knows the field, and reads nothing of it. */
const UNREAD = 'status.podIPs';

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

test('every folder is a registered kind, and every registered kind has a folder of its name', () => {
  expect([...FOLDERS].sort()).toEqual(KINDS.map(({ description }) => folderOf(description.kind)).sort());
});

test.each(FOLDERS)('what %s defines is what is registered under that name', async (folder) => {
  const registered = KINDS.filter(({ description }) => folderOf(description.kind) === folder);
  const defined = await kindsIn(folder);
  expect(defined.map((kind) => registered.some((one) => one === kind))).toEqual([true]);
});

describe.each(KINDS.map((kind): [string, KindDefinition] => [kind.description.kind, kind]))('%s', (name, kind) => {
  const { apiVersion } = kind.description;

  test('is refused or admitted, but never throws, whatever is missing', () => {
    for (const rest of [{}, { metadata: { name: 'a' } }, { spec: {}, status: {} }, { spec: null, metadata: null }])
      expect(() => admit({ apiVersion, kind: name, ...rest }, creating)).not.toThrow();
  });

  test('can be selected only by fields that it has', () => {
    for (const field of [...kind.selectableFields.keys(), ...kind.fieldAliases.values()])
      expect([field, typeAt(typeOfKind(kind.description), field.split('.'))]).toEqual([
        field,
        field === UNREAD ? 'list' : expect.stringMatching(/^(text|flag|int32)$/),
      ]);
  });
});

function typeAt(type: KubernetesType | undefined, [step, ...rest]: readonly string[]): string | undefined {
  const field = type?.fields.get(step ?? '');
  return field !== undefined && rest.length > 0 ? typeAt(typeOfField(field), rest) : field?.type;
}
