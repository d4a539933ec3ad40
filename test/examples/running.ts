import { spawn } from 'node:child_process';
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { delimiter, join, resolve } from 'node:path';
import { keepSaid } from '#test-run';

/** What a program ended with and what it wrote. */
export interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

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
  const child = spawn('sh', [resolve('examples', script), ...args], {
    cwd: folder,
    env: { PATH: `${programs}${delimiter}${process.env['PATH'] ?? ''}`, BERTH_URL: url, BERTH_KEY: key, HOME: folder },
  });
  const [out, err]: [string[], string[]] = [[], []];
  child.stdout.on('data', (chunk) => void out.push(String(chunk)));
  child.stderr.on('data', (chunk) => {
    keepSaid(String(chunk));
    err.push(String(chunk));
  });
  const code = await new Promise<number | null>((ended) => child.on('close', ended));
  return { code, out: out.join(''), err: err.join('') };
}
