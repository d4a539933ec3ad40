// A folder that is generated says what it was made from: of the same files, by the same command, it is not made again.
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const MARK = '.made-from';

/** Calls `make` with the folder gone, unless it was made of the same already. Paths are relative to `root`. */
export function makeUnlessMade(root, { folder, from, command }, make) {
  const hash = createHash('sha256').update(command.join(' '));
  for (const file of from) hash.update(file).update(readFileSync(join(root, file)));
  const [mark, digest] = [join(root, folder, MARK), hash.digest('hex')];
  if (existsSync(mark) && readFileSync(mark, 'utf8') === digest) return;
  rmSync(join(root, folder), { recursive: true, force: true });
  make();
  writeFileSync(mark, digest);
}
