import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import pg from 'pg';
import { BerthClient } from '#client';
import { runDemo } from '#demo';
import { startProgram } from '#test-programs';
import { TestApi } from '../e2e/test-api.js';
import { endPartitions } from '../services/index.js';
import { expressionOf, readPage, type Example, type Page } from './read-page.js';

const ROOT = process.cwd();
const README = readPage('README.md');

/** Pages whose examples go on from the first walk, each by itself, and what a reader has beside them. */
const PAGES: readonly { readonly page: string; readonly after?: string; readonly demo?: true }[] = [
  { page: 'docs/api.md' },
  { page: 'docs/cli.md' },
  { page: 'docs/policies.md' },
  { page: 'docs/importing.md' },
  { page: 'docs/admission.md' },
  { page: 'docs/decisions.md' },
  { page: 'docs/plugins.md' },
  { page: 'docs/explain.md' },
  { page: 'docs/what-if.md' },
  { page: 'docs/past.md' },
  { page: 'docs/proof.md' },
  { page: 'docs/teams.md' },
  { page: 'docs/compare.md', demo: true },
  { page: 'docs/archives.md', after: 'docs/proof.md' },
];

/**
 * What starts services, tests or containers, or asks a cluster of one's own, is not run here: its script is there, and
 * CI runs it or says that it did not.
 */
const isScript = ({ command }: Example): boolean =>
  /^(npm |kubectl |POSTGRES_PASSWORD=|BERTH_PLUGINS=|cp -r examples)/.test(command);

let api: TestApi;
let folder: string;
let programs: string;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'berth-reader-'));
  api = await TestApi.start({
    BERTH_DATA_DIR: join(folder, 'data'),
    BERTH_PLUGINS: join(ROOT, 'examples/plugin-template'),
  });
  programs = join(folder, 'programs');
  mkdirSync(join(folder, '.berth'));
  writeFileSync(join(folder, '.berth/admin.key'), `${api.key}\n`);
  mkdirSync(programs);
  program('curl', `exec '${process.execPath}' '${join(ROOT, 'test/docs/curl.mjs')}' "$@"`);
  program('npx', `shift; exec '${process.execPath}' '${join(ROOT, 'dist/apps/cli/src/main.js')}' "$@"`);
});
afterEach(async () => {
  await api.stop();
  rmSync(folder, { recursive: true });
});

function program(name: string, text: string): void {
  writeFileSync(join(programs, name), `#!/bin/sh\n${text}\n`);
  chmodSync(join(programs, name), 0o755);
}

interface Ran {
  readonly code: number | null;
  readonly output: string;
}

/** As the reader does, in a folder of their own, with the ids that they have seen. */
async function run(command: string): Promise<Ran> {
  const text = (await withIds(command)).replaceAll('http://127.0.0.1:3000', api.url);
  // What the first walk puts into variables.
  const identity = { AUTH: `Authorization: Bearer ${api.key}`, BERTH_KEY: api.key };
  const child = startProgram('sh', ['-c', text], {
    cwd: folder,
    env: { PATH: `${programs}${delimiter}${process.env['PATH'] ?? ''}`, ...identity, BERTH_URL: api.url, HOME: folder },
  });
  const chunks: string[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => void chunks.push(String(chunk)));
  const code = await new Promise<number | null>((resolve) => child.on('close', resolve));
  return { code, output: chunks.join('') };
}

/** The decision of the pod that was placed, as its reader noted it. */
let decision: string | undefined;

/** Up to where history is archived: on the page the beginning of a month. */
let edge = '';

/** What a page calls RUN is the newest run, and OPERATION the newest operation. */
async function withIds(command: string): Promise<string> {
  if (/\bDECISION\b/.test(command)) decision ??= await newest('decisions?pod=shop/api');
  const cluster = command.includes('-c demo') ? '../demo/' : '';
  const run = /\bRUN\b/.test(command) ? await newest(`${cluster}runs`) : '';
  const operation = /\bOPERATION\b/.test(command) ? await newestOperation() : '';
  return command
    .replace('2026-11-01T00:00:00Z', edge)
    .replace(/\$?\bDECISION\b/, decision ?? '')
    .replace(/\bRUN\b/, run)
    .replace(/\bOPERATION\b/, operation);
}

const newestOperation = (): Promise<string> => newest('../../operations');

async function newest(list: string): Promise<string> {
  const { pathname, search } = new URL(list, `${api.url}/v1/clusters/prod/`);
  const { body } = await api.get(pathname + search).expect(200);
  return (body as { items: { id: string }[] }).items[0]?.id ?? '';
}

/** Runs the examples in order; every one that ends or answers otherwise than its page says. */
async function follow(examples: readonly Example[]): Promise<string[]> {
  const problems: string[] = [];
  for (const example of examples.filter((one) => !isScript(one))) {
    const { line, command, answer = '' } = example;
    const { code, output } = await run(command);
    if (code !== codeOf(answer) || !expressionOf(answer).test(output.replace(/\s+/g, '')))
      problems.push(`line ${line}: ${command}\nended with ${code}:\n${output}`);
  }
  return problems;
}

const UNSEEN = { importing: () => undefined, scheduling: () => undefined };

/** What curl ends with: a refusal is a failure to it, and to `set -e`. */
function codeOf(answer: string): number {
  return /"type":"\/docs\/errors#|"status":"Failure"/.test(answer) ? 22 : 0;
}

/** Manifests whose first line names the file that the reader saves them as. */
function save({ yaml }: Page): void {
  for (const text of yaml) writeFileSync(join(folder, /^# (\S+)/.exec(text)?.[1] ?? 'unnamed.yaml'), text);
}

function firstWalk(): Promise<string[]> {
  decision = undefined;
  save(README);
  writeFileSync(
    join(folder, 'scheduler.yaml'),
    'apiVersion: kubescheduler.config.k8s.io/v1\nkind: KubeSchedulerConfiguration\nprofiles: ' +
      '[{schedulerName: batch}]\n',
  );
  return follow(README.examples);
}

test('the first walk', async () => {
  expect(await firstWalk()).toEqual([]);
});

test.each(PAGES)(
  '$page',
  async ({ page, after, demo }) => {
    await firstWalk();
    if (demo) await runDemo(new BerthClient({ url: api.url }), 'demo', UNSEEN);
    if (after !== undefined) {
      await follow(readPage(after).examples);
      const client = new pg.Client({ connectionString: api.database.url });
      await client.connect();
      edge = (await endPartitions(client)).toISOString();
      await client.end();
    }
    const pageToRead = readPage(page);
    save(pageToRead);
    expect(await follow(pageToRead.examples)).toEqual([]);
    for (const query of pageToRead.graphql) {
      const { body } = await api.post('/graphql').send({ query }).expect(200);
      expect(body).toEqual({ data: expect.any(Object), extensions: expect.any(Object) });
      expect(JSON.stringify(body)).not.toContain('"refusals":[{');
    }
  },
  180_000,
);

test('every command of the pages that is a script of the package is there', () => {
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> };
  const pages = ['README.md', 'docs/development.md', 'docs/operations.md'];
  const named = pages.flatMap((page) => readFileSync(page, 'utf8').match(/npm (run )?[a-z:]+/g) ?? []);
  const names = [...new Set(named.map((text) => text.replace(/npm (run )?/, '')))].filter((name) => name !== 'ci');
  expect(names.filter((name) => scripts[name] === undefined)).toEqual([]);
  expect(names.length).toBeGreaterThan(5);
});
