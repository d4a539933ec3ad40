import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { allKinds, type KindDescription } from '#kubernetes';

/** A kind is its folder and its line in the list: nothing else notices when one of them is missing. */
const KINDS_FOLDER = join(process.cwd(), 'dist/libs/kubernetes/src/kinds');

const FOLDERS = readdirSync(KINDS_FOLDER, { withFileTypes: true }).flatMap((entry) =>
  entry.isDirectory() ? entry.name : [],
);

/** The descriptions of the kinds that the module of a kind's folder exports. */
async function kindsIn(folder: string): Promise<unknown[]> {
  const url = pathToFileURL(join(KINDS_FOLDER, folder, 'kind.js')).href;
  const exported = Object.values((await import(url)) as Record<string, unknown>);
  return exported.flatMap((one) =>
    typeof one === 'object' && one !== null && 'decode' in one && 'description' in one ? [one.description] : [],
  );
}

/** `PersistentVolumeClaim` lives in `persistent-volume-claim`, `CSINode` in `csi-node`. */
function folderOf({ kind }: KindDescription): string {
  return kind.replace(/(?<=[a-z])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/g, '-').toLowerCase();
}

test('every folder is a registered kind, and every registered kind has a folder of its name', () => {
  expect([...FOLDERS].sort()).toEqual(allKinds().map(folderOf).sort());
});

test.each(FOLDERS)('what %s defines is what is registered under that name', async (folder) => {
  const registered = allKinds().filter((kind) => folderOf(kind) === folder);
  const defined = await kindsIn(folder);
  expect(defined.map((kind) => registered.some((one) => one === kind))).toEqual([true]);
});
