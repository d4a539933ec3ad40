import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { isBundled } from './worker-module.js';

const BUNDLE = 'apps/api/src/boot/workers/bundled/scheduling-worker.js';

let dist: string;
beforeEach(() => {
  dist = mkdtempSync(join(tmpdir(), 'berth-dist-'));
  for (const folder of ['libs/state', 'apps/api/src/boot/workers/bundled'])
    mkdirSync(join(dist, folder), { recursive: true });
});
afterEach(() => {
  rmSync(dist, { recursive: true });
});

const made = (file: string, seconds: number): void => {
  writeFileSync(join(dist, file), '');
  utimesSync(join(dist, file), seconds, seconds);
};

test.each<[string, Readonly<Record<string, number>>, boolean]>([
  ['of what is compiled', { 'libs/state/tsconfig.tsbuildinfo': 1, [BUNDLE]: 2 }, true],
  ['without marks of the compiler, as in a container', { [BUNDLE]: 2 }, true],
  ['older than a library', { 'libs/state/tsconfig.tsbuildinfo': 3, [BUNDLE]: 2 }, false],
  ['older than the application', { 'apps/api/tsconfig.tsbuildinfo': 3, [BUNDLE]: 2 }, false],
  ['not made', { 'libs/state/tsconfig.tsbuildinfo': 1 }, false],
])('a bundle %s', (_, files, bundled) => {
  for (const [file, seconds] of Object.entries(files)) made(file, seconds);
  expect(isBundled(pathToFileURL(`${dist}/`))).toBe(bundled);
});
