import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { endOf, startProgram, type Ended } from '#test-programs';
import { TestApi } from '../e2e/test-api.js';

/** Runs a program of this repository, as from its folder. */
function run(args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<Ended> {
  return endOf(startProgram(process.execPath, args, { cwd: process.cwd(), env }));
}

/** Two generators at work, and a compiler over all that they wrote. */
const DEADLINE_MS = 300_000;

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
  api = await TestApi.ofTeam();
  // Where packages are found as from a program of this repository.
  folder = mkdtempSync(join('dist', 'clients-'));
  cpSync(join('test', 'clients', 'programs'), folder, { recursive: true });
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions: COMPILER }));
  const generated = await Promise.all([
    run([
      'node_modules/openapi-typescript/bin/cli.js',
      'openapi.json',
      ...['--output', join(folder, 'openapi-typescript.ts'), '--default-non-nullable=false'],
    ]),
    run(['--input-type=module', '--eval', HEY_API], { TO: join(folder, 'hey-api') }),
  ]);
  for (const { code, err } of generated) expect([code, err]).toEqual([0, expect.any(String)]);
}, DEADLINE_MS);

afterAll(async () => {
  rmSync(folder, { recursive: true });
  await api.stop();
});

test(
  'programs over the clients that openapi-typescript and hey-api generate compile',
  async () => {
    const { out } = await run(['node_modules/typescript-7/bin/tsc', '-p', folder]);
    expect(out.replaceAll(`${relative('.', folder)}/`, '')).toBe('');
  },
  DEADLINE_MS,
);

test.each(['openapi-fetch', 'hey-api'])('ten calls of %s answer what their types say', async (program) => {
  const { out } = await run([join(folder, 'compiled', `${program}.js`), api.url]);
  expect(JSON.parse(out)).toEqual({
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
