import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { runProgram } from '#test-programs';
import { folderCircles, type CruisedModule } from './folder-circles.js';

const ROOT = process.cwd();

/**
 * Files of a small tree in the shape of the repository, each with what is wrong in it: the rules that have to fire. A
 * cycle is reported once, at the first of its files.
 */
const PLANTED: [file: string, content: string, rules: string[]][] = [
  [
    'libs/apimachinery/src/up.ts',
    `export { x } from '#kubernetes';`,
    ['libs/apimachinery: only what the table allows'],
  ],
  [
    'libs/kubernetes-schema/src/up.ts',
    `export { x } from '#kubernetes';`,
    ['libs/kubernetes-schema: only what the table allows'],
  ],
  ['libs/api-server/src/up.ts', `export { x } from '#scheduler';`, ['libs/api-server: only what the table allows']],
  ['libs/kubernetes/src/up.ts', `export { x } from '#scheduler';`, ['libs/kubernetes: only what the table allows']],
  ['libs/scheduler/src/up.ts', `export { x } from '#trace';`, ['libs/scheduler: only what the table allows']],
  ['libs/scheduler/src/package.ts', `export { parse } from 'uuid';`, ['the scheduler without packages']],
  ['libs/scheduler/src/node.ts', `export { hostname } from 'node:os';`, ['pure libraries without Node']],
  ['libs/trace/src/up.ts', `export { x } from '#cluster';`, ['libs/trace: only what the table allows']],
  [
    'libs/trace/src/framework.ts',
    `export { Injectable } from '@nestjs/common';`,
    ['pure libraries without frameworks'],
  ],
  ['libs/explain/src/up.ts', `export { x } from '#scheduling';`, ['libs/explain: only what the table allows']],
  ['libs/what-if/src/up.ts', `export { x } from '#scheduling';`, ['libs/what-if: only what the table allows']],
  ['libs/living/src/up.ts', `export { x } from '#scheduling';`, ['libs/living: only what the table allows']],
  ['libs/ledger/src/sideways.ts', `export { x } from '#kubernetes';`, ['libs/ledger: only what the table allows']],
  ['libs/database/src/up.ts', `export { x } from '#audit';`, ['libs/database: only what the table allows']],
  ['libs/spans/src/up.ts', `export { x } from '#threads';`, ['libs/spans: only what the table allows']],
  ['libs/threads/src/up.ts', `export { x } from '#database';`, ['libs/threads: only what the table allows']],
  ['libs/plugin-host/src/up.ts', `export { x } from '#scheduling';`, ['libs/plugin-host: only what the table allows']],
  ['libs/scheduling/src/host.ts', `export { x } from '#plugin-host';`, ['libs/scheduling: only what the table allows']],
  [
    'apps/api/src/resources/profiles/host.ts',
    `export { x } from '#plugin-host';`,
    ['apps/api: only what the table allows'],
  ],
  ['libs/json/src/up.ts', `export { x } from '#kubernetes';`, ['libs/json: only what the table allows']],
  ['libs/rows/src/up.ts', `export { x } from '#cluster';`, ['libs/rows: only what the table allows']],
  ['libs/rows/src/values.ts', `export { x } from '#kubernetes';`, ['libs/rows: only types of libs/kubernetes']],
  ['libs/writes/src/up.ts', `export { x } from '#cluster';`, ['libs/writes: only what the table allows']],
  ['libs/cluster/src/transfer.ts', `export { x } from '#transfer';`, ['libs/cluster: only what the table allows']],
  ['libs/transfer/src/up.ts', `export { x } from '#history';`, ['libs/transfer: only what the table allows']],
  ['libs/state/src/cluster.ts', `export { x } from '#cluster';`, ['libs/state: only what the table allows']],
  ['libs/cluster/src/thread.ts', `export { x } from '#threads';`, ['libs/cluster: only what the table allows']],
  [
    'apps/api/src/resources/clusters/thread.ts',
    `export { x } from '#threads';`,
    ['apps/api: only what the table allows'],
  ],
  [
    'apps/api/src/boot/workers/scheduling-worker.ts',
    `export { x } from '#threads'; export { y } from '#database';`,
    [],
  ],
  ['libs/audit/src/up.ts', `export type { X } from '#cluster';`, ['libs/audit: only what the table allows']],
  ['libs/audit/src/types.ts', `export type { X } from '#scheduler';`, []],
  ['libs/audit/src/values.ts', `export { x } from '#scheduler';`, ['libs/audit: only types of libs/scheduler']],
  ['libs/audit/src/problem.ts', `export { x } from '#apimachinery';`, ['libs/audit: only types of libs/apimachinery']],
  ['libs/state/src/values.ts', `export { x } from '#kubernetes';`, ['libs/state: only types of libs/kubernetes']],
  [
    'libs/integrity/src/values.ts',
    `export { x } from '#api-server';`,
    ['libs/integrity: only types of libs/api-server'],
  ],
  [
    'libs/cluster/src/up.ts',
    `export { x } from '../../../apps/api/src/resources/clusters/door.js';`,
    ['libs/cluster: only what the table allows'],
  ],
  ['libs/cluster/src/later.ts', `export { x } from '#history';`, ['libs/cluster: only what the table allows']],
  ['libs/state/src/up.ts', `export { x } from '#history';`, ['libs/state: only what the table allows']],
  ['libs/history/src/up.ts', `export { x } from '#scheduling';`, ['libs/history: only what the table allows']],
  ['libs/scheduling/src/up.ts', `export { x } from '#integrity';`, ['libs/scheduling: only what the table allows']],
  [
    'libs/integrity/src/up.ts',
    `export { x } from '../../../apps/api/src/resources/clusters/door.js';`,
    ['libs/integrity: only what the table allows'],
  ],
  ['libs/questions/src/sideways.ts', `export { x } from '#integrity';`, ['libs/questions: only what the table allows']],
  ['libs/jobs/src/sideways.ts', `export { x } from '#access';`, ['libs/jobs: only what the table allows']],
  ['libs/storage/src/sideways.ts', `export { x } from '#jobs';`, ['libs/storage: only what the table allows']],
  [
    'libs/schedules/src/sideways.ts',
    `export { x } from '#scheduling';`,
    ['libs/schedules: only what the table allows'],
  ],
  ['libs/reports/src/sideways.ts', `export { x } from '#integrity';`, ['libs/reports: only what the table allows']],
  ['libs/reports/src/values.ts', `export { x } from '#audit';`, ['libs/reports: only types of libs/audit']],
  ['libs/requests/src/up.ts', `export { x } from '#access';`, ['libs/requests: only what the table allows']],
  ['libs/access/src/up.ts', `export { x } from '#cluster';`, ['libs/access: only what the table allows']],
  ['libs/scheduling/src/what-if.ts', `export { x } from '#what-if';`, ['libs/scheduling: only what the table allows']],
  [
    'libs/operations/src/sideways.ts',
    `export { x } from '#integrity';`,
    ['libs/operations: only what the table allows'],
  ],
  ['libs/limits/src/sideways.ts', `export { x } from '#cluster';`, ['libs/limits: only what the table allows']],
  ['libs/access/src/sideways.ts', `export { x } from '#integrity';`, ['libs/access: only what the table allows']],
  ['libs/history/src/deep.ts', `export { x } from '../../audit/src/inner.js';`, ['through the index']],
  ['libs/cluster/src/http.ts', `export type { FastifyRequest } from 'fastify';`, ['services without faces']],
  ['libs/cluster/src/testing.ts', `export { x } from '../../../test/setup.js';`, ['no tests in the product']],
  [
    'libs/cluster/src/development.ts',
    `export { x } from './x.spec.js'; export { a } from 'fast-check';`,
    ['no development packages in the product', 'nothing imports a spec'],
  ],
  ['libs/cluster/src/x.spec.ts', `export const x = 1;`, []],
  ['test/faults/checks/borrowed.ts', `export { x } from '#ledger';`, ['an independent client']],
  ['libs/cluster/src/lost.ts', `export { x } from './nowhere.js';`, ['everything resolves']],
  ['libs/cluster/src/one.ts', `import type { Two } from './two.js'; export type One = Two;`, ['no cycles']],
  ['libs/cluster/src/two.ts', `import type { One } from './one.js'; export type Two = One;`, []],
  ['libs/client/src/up.ts', `export { x } from '#kubernetes';`, ['libs/client: only what the table allows']],
  ['libs/client/src/node.ts', `export { setTimeout } from 'node:timers/promises';`, ['browser libraries without Node']],
  [
    'libs/client/src/framework.ts',
    `export type { Injectable } from '@nestjs/common';`,
    ['libs/client: only the packages that it names'],
  ],
  ['libs/client/src/fetch.ts', `export { default } from 'openapi-fetch';`, []],
  [
    'libs/demo/src/internals.ts',
    `export { x } from '#client'; export { y } from '#cluster';`,
    ['libs/demo: only what the table allows'],
  ],
  ['apps/api/src/main.ts', `export { x } from '#database';`, []],
  [
    'apps/api/src/resources/clusters/database.ts',
    `export { x } from '#database';`,
    ['apps/api: only what the table allows'],
  ],
  [
    'apps/api/src/resources/clusters/values.ts',
    `export { x } from '#scheduler';`,
    ['apps/api: only types of libs/scheduler'],
  ],
  ['apps/api/src/resources/clusters/traces.ts', `export { x } from '#trace';`, ['apps/api: only types of libs/trace']],
  ['apps/api/src/resources/clusters/sql.ts', `export { Client } from 'pg';`, ['doors without a database client']],
  [
    'apps/api/src/resources/clusters/deep.ts',
    `export { x } from '../../../../../libs/cluster/src/x.js';`,
    ['through the index, from outside'],
  ],
  ['apps/api/src/resources/clusters/door.ts', `export { x } from '#cluster';`, []],
  ['apps/cli/src/asking.ts', `export { x } from '#client'; export { y } from '#ledger';`, []],
  [
    'apps/api/src/resources/pods/deep.ts',
    `export { x } from '../clusters/door.js';`,
    ['folders of the API through their index'],
  ],
  [
    'apps/api/src/app.module.ts',
    `export { x } from './resources/clusters/door.js';`,
    ['folders of the API through their index, from above'],
  ],
  [
    'apps/api/src/ground/http/noun.ts',
    `export { x } from '../../resources/pods/index.js';`,
    ['the ground of the doors without nouns'],
  ],
  [
    'apps/api/src/resources/pods/start.ts',
    `export { x } from '../../main.js';`,
    ['only what puts the service together knows how it starts'],
  ],
  // Folders that need each other, while no file does.
  ['apps/api/src/resources/nodes/listed.ts', `export { x } from '../pods/index.js';`, []],
  ['apps/api/src/resources/pods/placed.ts', `export { x } from '../nodes/index.js';`, []],
  [
    'apps/cli/src/state.ts',
    `export { x } from '#audit'; export { y } from '../../api/src/resources/clusters/door.js';`,
    ['apps stay apart', 'apps/cli: only what the table allows'],
  ],
  [
    'apps/dashboard/src/node.ts',
    `export { hostname } from 'node:os'; export { parse } from 'uuid';`,
    ['apps/dashboard/src: only the packages that it names', 'browser libraries without Node'],
  ],
  ['apps/dashboard/src/view.tsx', `export { createElement } from 'react'; export { x } from '#ledger';`, []],
  ['apps/dashboard/src/state.ts', `export { x } from '#database';`, ['apps/dashboard: only what the table allows']],
  [
    'apps/worker/src/main.ts',
    `export { x } from '../../api/src/resources/pods/index.js';`,
    ['the worker is put together as the API is'],
  ],
  [
    'apps/worker/src/jobs/state.ts',
    `export { x } from '#database'; export { y } from '#scheduler';`,
    ['apps/worker: only types of libs/scheduler', 'apps/worker: only what the table allows'],
  ],
];

/** What the tree has besides, with nothing wrong. */
const SOUND = [
  ...[
    'apimachinery',
    'kubernetes-schema',
    'kubernetes',
    'api-server',
    'scheduler',
    'trace',
    'ledger',
    'database',
    'audit',
    'writes',
    'cluster',
    'transfer',
    'state',
    'history',
    'scheduling',
    'questions',
    'reports',
    'jobs',
    'schedules',
    'requests',
    'access',
    'limits',
    'what-if',
    'living',
    'explain',
    'integrity',
    'operations',
    'threads',
    'spans',
    'plugin-host',
    'client',
    'demo',
  ].map((lib) => `libs/${lib}/src/index.ts`),
  'libs/audit/src/inner.ts',
  'apps/api/src/resources/nodes/index.ts',
  'apps/api/src/resources/pods/index.ts',
  'libs/cluster/src/x.ts',
  'test/setup.ts',
];

let tree: string;

beforeAll(() => {
  tree = mkdtempSync(join(tmpdir(), 'architecture-'));
  symlinkSync(join(ROOT, 'node_modules'), join(tree, 'node_modules'));
  for (const name of ['package.json', 'tsconfig.base.json', 'boundaries.cjs', '.dependency-cruiser.cjs']) {
    cpSync(join(ROOT, name), join(tree, name));
  }
  for (const [file, content] of PLANTED) {
    write(file, content);
  }
  for (const file of SOUND) {
    write(file, 'export const x = 1, y = 2; export type X = 1;');
  }
});

afterAll(() => rmSync(tree, { recursive: true }));

function write(file: string, content: string): void {
  mkdirSync(dirname(join(tree, file)), { recursive: true });
  writeFileSync(join(tree, file), content);
}

interface Cruise {
  readonly modules: readonly CruisedModule[];
  readonly summary: {
    readonly violations: { readonly from: string; readonly rule: { readonly name: string } }[];
    readonly ruleSetUsed: { readonly forbidden: { readonly name: string }[] };
  };
}

function cruise(): Cruise {
  const program = join(ROOT, 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs');
  const run = runProgram(
    process.execPath,
    [program, 'apps', 'libs', 'test', '--config', '.dependency-cruiser.cjs', '--output-type', 'json'],
    { cwd: tree },
  );
  return JSON.parse(run.stdout) as Cruise;
}

test('every boundary fires on what it forbids, and on nothing else', () => {
  const { modules, summary } = cruise();
  const { violations, ruleSetUsed } = summary;
  const planted = new Set(PLANTED.map(([file]) => file));
  const fired = violations.filter(({ from }) => planted.has(from)).map(({ from, rule }) => `${from}: ${rule.name}`);
  expect([...new Set(fired)].sort()).toEqual(
    PLANTED.flatMap(([file, , rules]) => rules.map((name) => `${file}: ${name}`)).sort(),
  );
  expect(folderCircles(modules, 'apps/api/src')).toEqual([['resources/nodes', 'resources/pods']]);
  const names = new Set(violations.map(({ rule }) => rule.name));
  expect(ruleSetUsed.forbidden.map(({ name }) => name).filter((name) => !names.has(name))).toEqual([]);
});

/** What the lint says of files of the tree, as `file:line rule`, in order. */
function lint(...files: readonly string[]): string[] {
  // The rule that needs types would need a project.
  write(
    'eslint.config.mjs',
    `import config from ${JSON.stringify(join(ROOT, 'eslint.config.js'))};
    const languageOptions = { parserOptions: { project: null } };
    const rules = { 'berth/inherited-keys': 'off' };
    export default [...config, { files: ['{apps,libs}/**/*.ts'], ignores: ['**/*.spec.ts'], languageOptions, rules }];`,
  );
  const run = runProgram(
    process.execPath,
    [join(ROOT, 'node_modules/eslint/bin/eslint.js'), ...files, '--format', 'json'],
    { cwd: tree },
  );
  const results = JSON.parse(run.stdout) as { filePath: string; messages: { line: number; ruleId: string }[] }[];
  expect(results).toHaveLength(files.length);
  return results
    .flatMap(({ filePath, messages }) =>
      messages.map(({ line, ruleId }) => `${filePath.slice(tree.length + 1)}:${line} ${ruleId}`),
    )
    .sort();
}

test('a pure library with a clock, dice or a console does not pass the lint, nor does a line over 120 columns', () => {
  write(
    'libs/scheduler/src/impure.ts',
    'export const at = [Date.now(), new Date(), Math.random()];\nconsole.log(process.pid, ' +
      "Buffer.from(''));\nexport const later = import('./up.js');\n",
  );
  write(
    'libs/cluster/src/impure.ts',
    `export const at = [Date.now(), new Date(), Math.random()];\n// ${'wide '.repeat(24)}\n`,
  );
  expect(lint('libs/scheduler/src/impure.ts', 'libs/cluster/src/impure.ts')).toEqual([
    'libs/cluster/src/impure.ts:2 max-len',
    ...[
      ...['1 no-restricted-properties', '1 no-restricted-properties', '1 no-restricted-syntax'],
      ...['2 no-restricted-globals', '2 no-restricted-globals', '2 no-restricted-globals', '3 no-restricted-syntax'],
    ].map((finding) => `libs/scheduler/src/impure.ts:${finding}`),
  ]);
});

test('SQL outside of stores and queries, and Prisma outside of stores, do not pass the lint', () => {
  const lines = [
    `export const text = 'SELECT name FROM clusters';`,
    'export const part = (name: string) => `INSERT INTO ${name} (id) VALUES (1)`;',
    'export const asked = (lock: never) => lock.query(text);',
    'export const done = (tx: never) => tx.execute(text);',
    'export const streamed = (writer: never) => writer.tx.stream(text, [], 10);',
    'export const values = (tx: never) => tx.streamValues(text, [], 10);',
    'export const copied = (tx: never) => tx.copyIn({}, []);',
    'export const found = (tx: never) => tx.prisma.cluster.findMany();',
    'export const made = ({ prisma }: never) => prisma.cluster.findMany();',
  ];
  const files = ['service', 'queries', 'store'].map((role) => `libs/cluster/src/planted.${role}.ts`);
  for (const file of files) write(file, `${lines.join('\n')}\n`);
  write('libs/database/src/planted.ts', `${lines[0]}\n`);
  const [service, queries] = files;
  const found = lint(...files, 'libs/database/src/planted.ts').filter((one) => one.endsWith('no-restricted-syntax'));
  expect(found).toEqual(
    [
      ...lines.map((_, index) => `${service}:${index + 1} no-restricted-syntax`),
      ...[8, 9].map((line) => `${queries}:${line} no-restricted-syntax`),
    ].sort(),
  );
});

test('what no reader of a single line sees does not pass the lint by types, but a spec takes JSON as it comes', () => {
  const lines = [
    'declare const save: () => Promise<void>;',
    'export const read = (text: string): number => JSON.parse(text).size;',
    'export const sent = (): void => { save(); };',
    'export const each = (list: readonly string[]): void => list.forEach(async () => save());',
    'export const shown = (one: object): string => `${one}`;',
  ];
  cpSync(join(ROOT, '.oxlintrc.json'), join(tree, '.oxlintrc.json'));
  const compilerOptions = { strict: true, target: 'ES2023', module: 'nodenext', types: [] };
  write('libs/cluster/tsconfig.json', JSON.stringify({ compilerOptions, include: ['typed*'] }));
  const files = ['libs/cluster/src/typed.ts', 'libs/cluster/src/typed.spec.ts'];
  for (const file of files) write(file, `${lines.join('\n')}\n`);
  const program = join(ROOT, 'node_modules/oxlint/bin/oxlint');
  const { stdout } = runProgram(process.execPath, [program, '--format', 'json', ...files], { cwd: tree });
  const { diagnostics } = JSON.parse(stdout) as {
    diagnostics: { filename: string; code: string; labels: { span: { line: number } }[] }[];
  };
  const found = diagnostics.map(
    ({ filename, code, labels }) => `${filename}:${labels[0]?.span.line} ${/\(([a-z-]+)/.exec(code)?.[1]}`,
  );
  const [code, spec] = files;
  const everywhere = ['3 no-floating-promises', '4 no-misused-promises', '5 no-base-to-string'];
  const untyped = ['2 no-unsafe-member-access', '2 no-unsafe-return'];
  expect(found.sort()).toEqual([
    ...everywhere.map((finding) => `${spec}:${finding}`),
    ...[...untyped, ...everywhere].map((finding) => `${code}:${finding}`),
  ]);
});
