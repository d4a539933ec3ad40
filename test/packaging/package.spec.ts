import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { runProgram } from '#test-programs';

interface Package {
  readonly version: string;
  readonly bin: { readonly berth: string };
  readonly dependencies: Readonly<Record<string, string>>;
}

const { bin, dependencies, version } = JSON.parse(readFileSync('package.json', 'utf8')) as Package;

let folder: string;
let files: string[];
/** As `npm install` of the tarball does it, its dependencies and nothing else beside it. */
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'berth-package-'));
  const packed = runProgram('npm', ['pack', '--ignore-scripts', '--json', '--pack-destination', folder], {
    cwd: process.cwd(),
  });
  const [tarball] = JSON.parse(packed.stdout) as { filename: string; files: { path: string }[] }[];
  files = (tarball?.files ?? []).map(({ path }) => path);
  runProgram('tar', ['-xzf', tarball?.filename ?? ''], { cwd: folder });
  for (const name of Object.keys(dependencies)) {
    const link = join(folder, 'node_modules', name);
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(resolve('node_modules', name), link);
  }
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

function berth(...args: readonly string[]): { readonly status: number | null; readonly stdout: string } {
  const { status, stdout } = runProgram(process.execPath, [join(folder, 'package', bin.berth), ...args], {
    env: { BERTH_URL: 'http://127.0.0.1:1' },
  });
  return { status, stdout };
}

test('the package is the command: it runs wherever it is installed', () => {
  expect(berth('--version')).toEqual({ status: 0, stdout: `${version}\n` });
  expect(berth('help', 'schedule').stdout).toMatch(/^Usage: berth schedule /);
  expect(berth('clusters')).toEqual({ status: 3, stdout: '' });
});

test('it holds neither tests nor the service', () => {
  expect(files).toEqual(expect.arrayContaining(['package.json', 'LICENSE', 'README.md', bin.berth.replace('./', '')]));
  expect(files.filter((path) => /\.spec\.|\/testing\/|^test|^dist\/test|apps\/api|\.map$/.test(path))).toEqual([]);
});
