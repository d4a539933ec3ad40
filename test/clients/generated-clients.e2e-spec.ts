import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { promisify } from 'node:util';
import { TestApi } from '../e2e/test-api.js';

const run = promisify(execFile);
/** Two generators at work, and a compiler over all that they wrote. */
const PATIENCE_MS = 300_000;

/** As strict as a user's own program may be. */
const COMPILER = {
  target: 'ES2023',
  lib: ['ES2023', 'DOM', 'DOM.Iterable'],
  module: 'nodenext',
  types: ['node'],
  strict: true,
  noUncheckedIndexedAccess: true,
  skipLibCheck: true,
  rootDir: '.',
  outDir: 'compiled',
};

const HEY_API = `
import { createClient } from '@hey-api/openapi-ts';
await createClient({
  input: 'openapi.json',
  output: { path: process.env.TO, importFileExtension: '.js' },
  plugins: ['@hey-api/client-fetch', '@hey-api/typescript', '@hey-api/sdk'],
  logs: { level: 'error', file: false },
});`;

let api: TestApi;
let folder: string;

beforeAll(async () => {
  api = await TestApi.start();
  // Where packages are found as from a program of this repository.
  folder = mkdtempSync(join('dist', 'clients-'));
  cpSync(join('test', 'clients', 'programs'), folder, { recursive: true });
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions: COMPILER }));
  await Promise.all([
    run(process.execPath, [
      'node_modules/openapi-typescript/bin/cli.js',
      'openapi.json',
      ...['--output', join(folder, 'openapi-typescript.ts'), '--default-non-nullable=false'],
    ]),
    run(process.execPath, ['--input-type=module', '--eval', HEY_API], {
      env: { ...process.env, TO: join(folder, 'hey-api') },
    }),
  ]);
}, PATIENCE_MS);

afterAll(async () => {
  rmSync(folder, { recursive: true });
  await api.stop();
});

test(
  'programs over the clients that openapi-typescript and hey-api generate compile',
  async () => {
    const { stdout } = await run(process.execPath, ['node_modules/typescript/bin/tsc', '-p', folder]).catch(
      (error: unknown) => error as { readonly stdout: string },
    );
    expect(stdout.replaceAll(`${relative('.', folder)}/`, '')).toBe('');
  },
  PATIENCE_MS,
);

test.each(['openapi-fetch', 'hey-api'])('ten calls of %s answer what their types say', async (program) => {
  const { stdout } = await run(process.execPath, [join(folder, 'compiled', `${program}.js`), api.url]);
  expect(JSON.parse(stdout)).toEqual({
    created: 2,
    scheduled: 1,
    node: 'n1',
    groups: [{ namespace: 'shop', outcome: 'scheduled' }],
    nodes: ['n1'],
    unschedulable: true,
    code: 'RUN_NOT_FOUND',
    deleted: 204,
  });
});
