// Brings a checkout to where everything can run: packages installed, clients generated, TypeScript compiled. Each step
// is skipped when it has nothing to do. Depends on nothing, because it runs before there is a node_modules.
import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, lstatSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { withFileLock } from './file-lock.mjs';
import { missingPackage } from './installed-packages.mjs';
import { makeUnlessMade } from './made-from.mjs';
import { withNpmCache } from './npm-cache.mjs';

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));

/** What is generated, from which files, the packages fixed by the lock among them. */
const GENERATED = [
  {
    what: 'Prisma client',
    folder: 'libs/database/src/generated',
    from: ['prisma/schema.prisma', 'node_modules/prisma/package.json'],
    command: ['node_modules/prisma/build/index.js', 'generate'],
    // Generating uses the schema engine for nothing, but wants the binary, which installing did not
    // fetch: any program will do.
    env: { PRISMA_SCHEMA_ENGINE_BINARY: process.execPath, CHECKPOINT_DISABLE: '1', PRISMA_HIDE_UPDATE_MESSAGE: '1' },
  },
  {
    what: 'types of the API',
    folder: 'libs/client/src/generated',
    from: ['openapi.json', 'node_modules/openapi-typescript/package.json'],
    // A field with a default is one that a caller may leave out.
    command: [
      'node_modules/openapi-typescript/bin/cli.js',
      'openapi.json',
      ...['--output', 'libs/client/src/generated/api.ts', '--default-non-nullable=false'],
    ],
  },
  {
    what: "types of the page's queries",
    folder: 'apps/dashboard/src/generated',
    from: ['schema.graphql', 'package-lock.json', ...filesIn('apps/dashboard/src', /\.graphql$/)],
    command: ['tools/page-documents.mjs'],
  },
  {
    what: "descriptions of Kubernetes' types",
    folder: 'apps/api/src/kubernetes/generated',
    from: ['tools/kubernetes-descriptions.mjs', 'node_modules/@kubernetes/client-node/package.json'],
    command: ['tools/kubernetes-descriptions.mjs'],
  },
];

/** Made of compiled libraries, so after them. */
const PAGE = {
  what: 'web page',
  folder: 'dist/apps/dashboard/page',
  from: [
    'package-lock.json',
    'tools/build-page.mjs',
    ...filesIn('apps/dashboard', /(?<!\.spec)\.(tsx?|css|html|svg|mjs|graphql)$/),
    ...['client', 'ledger', 'kubernetes', 'scheduler', 'trace'].flatMap((lib) =>
      filesIn(`libs/${lib}/src`, /(?<!\.spec)\.ts$/),
    ),
  ],
  command: ['tools/build-page.mjs'],
};

/** What a service and its scheduling threads run, made of compiled modules. */
const BOOT = 'dist/apps/api/src/boot';
const BUNDLES = `${BOOT}/bundles`;

/** @prisma/client and others run on these releases and not between them. */
const NODE = [
  [20, 19],
  [22, 12],
  [24, 0],
];

class Failure extends Error {}

/** Files below a folder by what their names look like, in order; what is generated comes from other files. */
function filesIn(folder, name) {
  return readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => name.test(file) && !file.includes('generated/'))
    .sort()
    .map((file) => join(folder, file));
}

function requireNode() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  const line = NODE.find(([known]) => known === major);
  if (major < 24 && (line === undefined || minor < line[1])) {
    throw new Failure(
      `Berth needs Node.js 20.19, 22.12, 24 or newer, and this is ${process.version} (${process.execPath})`,
    );
  }
}

/** Runs a step's command and says how long it took; its own output is shown when it fails. */
function step(what, [command, ...args], env = {}) {
  const begun = performance.now();
  const run = spawnSync(command, args, {
    cwd: ROOT,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    encoding: 'utf8',
    maxBuffer: 1 << 26,
  });
  if (run.status !== 0) {
    throw new Failure(
      `${what} failed (${run.error?.message ?? `exit code ${run.status ?? run.signal}`}):\n${run.stdout}${run.stderr}`,
    );
  }
  console.log(`prepare: ${what} (${((performance.now() - begun) / 1000).toFixed(1)} s)`);
}

function install() {
  const reason = missingPackage(ROOT);
  if (reason === undefined) {
    return;
  }
  const modules = lstatSync(join(ROOT, 'node_modules'), { throwIfNoEntry: false });
  if (modules?.isSymbolicLink()) {
    throw new Failure(`${reason}, and node_modules is a link: install the packages in the folder that it leads to`);
  }
  console.log(`prepare: installing packages, about a minute (${reason})`);
  // The npm that runs us, if any: it may be another than the first in PATH.
  const { npm_execpath: npm = '' } = process.env;
  const command = /\.c?js$/.test(npm) && existsSync(npm) ? [process.execPath, npm] : ['npm'];
  const options = [
    '--include=dev',
    '--include=optional',
    '--ignore-scripts',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
  ];
  withNpmCache((cache) => {
    step('packages installed', [...command, 'ci', ...options, ...cache], { NODE_ENV: '' });
  });
}

function generate({ what, folder, from, command, env }) {
  makeUnlessMade(ROOT, { folder, from, command }, () => step(`${what} generated`, [process.execPath, ...command], env));
}

function compile() {
  removeStaleOutput('dist');
  // TypeScript 7 compiles the whole tree in 12 s where 6 takes 101 s; 6 stays for the tools that read its API.
  step('compiled', [process.execPath, 'node_modules/typescript-7/bin/tsc', '-b', '--pretty', 'false']);
  // The compiler writes no programs, and npx, which makes one of it, does so once: not again of what is compiled anew.
  const { bin } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  for (const program of Object.values(bin)) chmodSync(join(ROOT, program), 0o755);
}

async function bundle() {
  const { isBundled } = await import(pathToFileURL(join(ROOT, BOOT, 'bundle.js')).href);
  if (!isBundled()) step('service and its threads bundled', [process.execPath, 'tools/bundle.mjs']);
}

/**
 * What a deleted or renamed source left in dist would still be run, a spec by name alone; the
 * compiler does not remove it.
 */
function removeStaleOutput(folder) {
  if (!existsSync(join(ROOT, folder)) || folder === PAGE.folder || folder === BUNDLES) {
    return;
  }
  for (const entry of readdirSync(join(ROOT, folder), { withFileTypes: true })) {
    const path = join(folder, entry.name);
    const [, stem] = /^dist\/(.+?)(?:\.d\.ts|\.js|\.js\.map)$/.exec(path) ?? [];
    if (entry.isDirectory()) {
      removeStaleOutput(path);
    } else if (stem !== undefined && !['ts', 'tsx'].some((ending) => existsSync(join(ROOT, `${stem}.${ending}`)))) {
      rmSync(join(ROOT, path));
    }
  }
}

try {
  requireNode();
  await withFileLock(
    join(ROOT, '.prepare.lock'),
    (holder) => console.log(`prepare: waiting for process ${holder}, which is doing the same`),
    async () => {
      install();
      GENERATED.forEach(generate);
      compile();
      generate(PAGE);
      await bundle();
    },
  );
} catch (error) {
  if (!(error instanceof Failure)) {
    throw error;
  }
  console.error(`prepare: ${error.message}`);
  process.exitCode = 1;
}
