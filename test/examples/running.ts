import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { delimiter, join, resolve } from 'node:path';
import { endOf, startProgram, type Ended } from '#test-programs';

/** Runs a script of `examples/` in a folder, as somebody does who has `berth` and `curl` on the PATH. */
export async function runScript(
  script: string,
  args: readonly string[],
  { folder, url, key }: { readonly folder: string; readonly url: string; readonly key: string },
): Promise<Ended> {
  const programs = join(folder, 'programs');
  mkdirSync(programs, { recursive: true });
  for (const [name, path] of Object.entries({ berth: 'dist/apps/cli/src/main.js', curl: 'test/docs/curl.mjs' })) {
    writeFileSync(join(programs, name), `#!/bin/sh\nexec '${process.execPath}' '${resolve(path)}' "$@"\n`);
    chmodSync(join(programs, name), 0o755);
  }
  const child = startProgram('sh', [resolve('examples', script), ...args], {
    cwd: folder,
    env: { PATH: `${programs}${delimiter}${process.env['PATH'] ?? ''}`, BERTH_URL: url, BERTH_KEY: key, HOME: folder },
  });
  return endOf(child);
}
