import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { runProgram } from '#test-programs';

interface InstalledPackages {
  missingPackage(root: string): string | undefined;
}
interface FileLock {
  withFileLock<T>(path: string, onWait: (holder: string) => void, action: () => T | Promise<T>): Promise<T>;
}

interface NpmCache {
  withNpmCache<T>(install: (args: readonly string[]) => T, environment: { readonly npm_config_cache: string }): T;
}

interface MadeFrom {
  makeUnlessMade(
    root: string,
    made: { readonly folder: string; readonly from: readonly string[]; readonly command: readonly string[] },
    make: () => void,
  ): void;
}

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'set-up-'));
});

afterEach(() => rmSync(folder, { recursive: true }));

/** The tools are no part of what is compiled. */
async function tool<T>(name: string): Promise<T> {
  return (await import(pathToFileURL(join(process.cwd(), 'tools', name)).href)) as T;
}

function write(file: string, content: unknown): void {
  mkdirSync(dirname(join(folder, file)), { recursive: true });
  writeFileSync(join(folder, file), JSON.stringify(content));
}

describe('what is installed', () => {
  const LOCK = {
    '': {},
    'node_modules/a': { version: '1.0.0' },
    'node_modules/b': { version: '2.0.0', optional: true },
  };
  const A = { version: '1.0.0' };

  test.each([
    ['all of it', { 'node_modules/a': A, 'node_modules/b': { version: '2.0.0' } }, ['a', 'b'], undefined],
    ['all but a package of another platform', { 'node_modules/a': A }, ['a'], undefined],
    [
      'another version',
      { 'node_modules/a': { version: '1.1.0' } },
      ['a'],
      'node_modules/a should be 1.0.0 and is 1.1.0',
    ],
    [
      'another version of an optional package',
      { 'node_modules/a': A, 'node_modules/b': A },
      ['a', 'b'],
      'node_modules/b should be 2.0.0 and is 1.0.0',
    ],
    ['not all of it', {}, [], 'node_modules/a should be 1.0.0 and is missing'],
    ['a package that was removed by hand', { 'node_modules/a': A }, [], 'node_modules/a is gone'],
    ['nothing that finished', undefined, ['a', 'b'], 'node_modules is missing or incomplete'],
  ])('%s', async (_, installed, folders, problem) => {
    write('package-lock.json', { packages: LOCK });
    for (const name of folders) {
      write(`node_modules/${name}/package.json`, {});
    }
    if (installed !== undefined) {
      write('node_modules/.package-lock.json', { packages: installed });
    }
    const { missingPackage } = await tool<InstalledPackages>('installed-packages.mjs');
    expect(missingPackage(folder)).toBe(problem);
  });
});

test.each([
  ['of its own', 'cache', undefined],
  ['for once, where its own cannot be written', 'file/cache', expect.stringContaining(tmpdir())],
])('npm has a cache %s', async (_, name, used) => {
  const { withNpmCache } = await tool<NpmCache>('npm-cache.mjs');
  writeFileSync(join(folder, 'file'), '');
  const once = withNpmCache(([, cache]) => cache, { npm_config_cache: join(folder, name) });
  expect([once, existsSync(once ?? '')]).toEqual([used, false]);
});

test('the command is a program as soon as it is compiled', () => {
  const { bin } = JSON.parse(readFileSync('package.json', 'utf8')) as { readonly bin: { readonly berth: string } };
  const { stdout, error } = runProgram(join(process.cwd(), bin.berth), ['--version']);
  expect([error, stdout]).toEqual([undefined, expect.stringMatching(/^[0-9]+\.[0-9]+\.[0-9]+/)]);
});

describe('what is generated', () => {
  const FROM = ['src/page.ts', 'src/style.css'];

  test('is made once of the same files, and again of others', async () => {
    const { makeUnlessMade } = await tool<MadeFrom>('made-from.mjs');
    let made = 0;
    const make = (command = 'build'): number => {
      makeUnlessMade(folder, { folder: 'out', from: FROM, command: [command] }, () => {
        made += 1;
        write('out/page.js', made);
      });
      return made;
    };
    for (const file of FROM) write(file, 'first');
    expect([make(), make()]).toEqual([1, 1]);
    write('src/style.css', 'second');
    expect([make(), make()]).toEqual([2, 2]);
    expect([make('build --all'), make('build --all')]).toEqual([3, 3]);
    rmSync(join(folder, 'out'), { recursive: true });
    expect([make('build --all'), readdirSync(join(folder, 'out'))]).toEqual([4, ['.made-from', 'page.js']]);
  });

  test('is made again when it could not be', async () => {
    const { makeUnlessMade } = await tool<MadeFrom>('made-from.mjs');
    for (const file of FROM) write(file, 'first');
    const made = { folder: 'out', from: FROM, command: ['build'] };
    const fails = (): void =>
      makeUnlessMade(folder, made, () => {
        write('out/half.js', 1);
        throw new Error('no memory');
      });
    expect(fails).toThrow('no memory');
    let again = 0;
    makeUnlessMade(folder, made, () => {
      write('out/page.js', ++again);
    });
    expect([again, readdirSync(join(folder, 'out'))]).toEqual([1, ['.made-from', 'page.js']]);
  });
});

describe('one at a time', () => {
  test('those who come later wait, hear for whom, and leave nothing behind', async () => {
    const { withFileLock } = await tool<FileLock>('file-lock.mjs');
    const path = join(folder, 'lock');
    const events: string[] = [];
    const one = (name: string): Promise<void> =>
      withFileLock(
        path,
        (holder) => events.push(`${name} waits for ${holder}`),
        async () => {
          events.push(`${name} begins`);
          await new Promise((resolve) => setImmediate(resolve));
          events.push(`${name} ends`);
        },
      );
    await Promise.all([one('first'), one('second')]);
    expect(events).toEqual([
      `second waits for ${process.pid}`,
      'first begins',
      'first ends',
      'second begins',
      'second ends',
    ]);
    expect(readdirSync(folder)).toEqual([]);
  });

  test('a holder that is gone has lost it', async () => {
    const { withFileLock } = await tool<FileLock>('file-lock.mjs');
    const path = join(folder, 'lock');
    writeFileSync(path, String(runProgram('true', []).pid));
    const waits: string[] = [];
    expect(
      await withFileLock(
        path,
        (holder) => waits.push(holder),
        () => 'done',
      ),
    ).toBe('done');
    expect(waits).toEqual([]);
    expect(readdirSync(folder)).toEqual([]);
  });
});

test('the lock is complete, and the check says so when it is not', () => {
  const run = (cwd: string): { status: number | null; stderr: string } =>
    runProgram(process.execPath, [join(cwd, 'tools/complete-lock.mjs'), '--check']);
  expect(run(process.cwd())).toMatchObject({ status: 0, stderr: '' });
  mkdirSync(join(folder, 'tools'));
  cpSync(join(process.cwd(), 'tools/complete-lock.mjs'), join(folder, 'tools/complete-lock.mjs'));
  write('package-lock.json', {
    packages: {
      'node_modules/c': { version: '1.0.0', integrity: 'sha512-c', optionalDependencies: { 'c-linux-arm64': '1.0.0' } },
      'node_modules/d': { version: '1.0.0' },
    },
  });
  expect(run(folder)).toMatchObject({
    status: 1,
    stderr: [
      'package-lock.json lacks node_modules/c-linux-arm64: run `npm run lock`\n',
      'package-lock.json has no integrity hash of node_modules/d: run `npm run lock`\n',
    ].join(''),
  });
});
