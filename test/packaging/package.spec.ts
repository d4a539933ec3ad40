import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { runProgram } from '#test-programs';

interface Package {
  readonly name: string;
  readonly version: string;
  readonly bin: { readonly berth: string };
  readonly dependencies?: Readonly<Record<string, string>>;
}

const MEBIBYTE = 2 ** 20;

let folder: string;
let packed: Package;
/** As `npm install` of the tarball does it, its dependencies and nothing else beside it. */
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'berth-package-'));
  const { stderr, stdout } = runProgram(process.execPath, ['tools/pack-cli.mjs', '--pack-destination', folder], {
    cwd: process.cwd(),
  });
  const tarball = readdirSync(folder).find((file) => file.endsWith('.tgz'));
  if (tarball === undefined) throw new Error(`nothing was packed: ${stdout}${stderr}`);
  runProgram('tar', ['-xzf', tarball], { cwd: folder });
  packed = packageIn(join(folder, 'package'));
  for (const name of Object.keys(packed.dependencies ?? {})) {
    const link = join(folder, 'node_modules', name);
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(resolve('node_modules', name), link);
  }
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

function packageIn(path: string): Package {
  return JSON.parse(readFileSync(join(path, 'package.json'), 'utf8')) as Package;
}

function berth(...args: readonly string[]): { readonly status: number | null; readonly stdout: string } {
  const { status, stdout } = runProgram(process.execPath, [join(folder, 'package', packed.bin.berth), ...args], {
    env: { BERTH_URL: 'http://127.0.0.1:1' },
  });
  return { status, stdout };
}

/** The files below a folder, without the packages that are installed in it. */
function filesBelow(path: string): string[] {
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => !file.slice(path.length).includes('/node_modules/'));
}

/** The folders that an installation of a package has, itself and what it depends on. */
function installed(path: string, known = new Set<string>()): Set<string> {
  known.add(path);
  for (const name of Object.keys(packageIn(path).dependencies ?? {})) {
    const nested = join(path, 'node_modules', name);
    const place = existsSync(nested) ? nested : resolve('node_modules', name);
    if (!known.has(place)) installed(place, known);
  }
  return known;
}

test('the package is the command: it runs wherever it is installed', () => {
  const { version } = packageIn(process.cwd());
  expect(packed).toMatchObject({ name: 'berth-cli', version });
  expect(berth('--version')).toEqual({ status: 0, stdout: `${version}\n` });
  expect(berth('help', 'schedule').stdout).toMatch(/^Usage: berth schedule /);
  expect(berth('clusters').stdout).toBe('');
});

test('it holds what the command reaches, neither tests nor the service', () => {
  const root = join(folder, 'package');
  const files = filesBelow(root).map((file) => file.slice(root.length + 1));
  expect(files).toEqual(expect.arrayContaining(['package.json', 'LICENSE', 'README.md', packed.bin.berth.slice(2)]));
  expect(files.filter((path) => /\.spec\.|\/testing\/|^test|^dist\/test|apps\/api|\.map$/.test(path))).toEqual([]);
});

test('an installation has few packages, in the versions of this checkout, and less than 15 MB', () => {
  const { dependencies: known } = packageIn(process.cwd());
  expect(known).toMatchObject(packed.dependencies ?? {});
  const folders = installed(join(folder, 'package'));
  expect(folders.size).toBeLessThan(30);
  const bytes = [...folders].flatMap(filesBelow).reduce((sum, file) => sum + statSync(file).size, 0);
  expect(bytes / MEBIBYTE).toBeLessThan(15);
});
