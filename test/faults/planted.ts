import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A line of the compiled service that is to be another. */
export interface Edit {
  readonly file: string;
  readonly from: string;
  readonly to: string;
}

/**
 * The compiled file below `root` with the mistake in it.
 * @throws where the line is not there once: the mistake is then to be made elsewhere
 */
export function edited(root: string, { file, from, to }: Edit): string {
  const text = readFileSync(join(root, 'dist', file), 'utf8');
  const count = text.split(from).length - 1;
  if (count !== 1) throw new Error(`${file} has ${count} times what is to be changed: ${from}`);
  return text.replace(from, () => to);
}

/**
 * A copy of what is compiled with some mistakes in it: the service knows nothing of being tested. Answers its dist.
 * @throws where a line is not there once: the mistake is then to be made elsewhere
 */
export function plant(root: string, edits: readonly Edit[]): { readonly dist: string; readonly remove: () => void } {
  const copy = mkdtempSync(join(tmpdir(), 'berth-planted-'));
  cpSync(join(root, 'package.json'), join(copy, 'package.json'));
  for (const folder of ['dist/apps', 'dist/libs', 'prisma'])
    cpSync(join(root, folder), join(copy, folder), { recursive: true });
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
  // What is bundled has no mistakes.
  rmSync(join(copy, 'dist/apps/api/src/boot/bundles'), { recursive: true, force: true });
  // Of the copy: several may be of one file.
  for (const edit of edits) writeFileSync(join(copy, 'dist', edit.file), edited(copy, edit));
  return {
    dist: join(copy, 'dist'),
    remove: () => {
      rmSync(copy, { recursive: true });
    },
  };
}
