import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { isBundled } from './bundle.js';

const BUNDLES = 'apps/api/src/boot/bundles';
const SERVICE = `${BUNDLES}/service/service.js`;
const WORKER = `${BUNDLES}/worker/worker.js`;

let dist: string;
beforeEach(() => {
  dist = mkdtempSync(join(tmpdir(), 'berth-dist-'));
  for (const folder of ['libs/state', `${BUNDLES}/service`, `${BUNDLES}/worker`])
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
  ['of what is compiled', { 'libs/state/tsconfig.tsbuildinfo': 1, [SERVICE]: 2, [WORKER]: 2 }, true],
  ['without marks of the compiler, as in a container', { [SERVICE]: 2, [WORKER]: 2 }, true],
  ['older than a library', { 'libs/state/tsconfig.tsbuildinfo': 3, [SERVICE]: 2, [WORKER]: 2 }, false],
  ['older than the application', { 'apps/api/tsconfig.tsbuildinfo': 3, [SERVICE]: 2, [WORKER]: 2 }, false],
  ['of which one is older', { 'libs/state/tsconfig.tsbuildinfo': 2, [SERVICE]: 3, [WORKER]: 1 }, false],
  ['of which one is not made', { 'libs/state/tsconfig.tsbuildinfo': 1, [SERVICE]: 2 }, false],
])('a bundle %s', (_, files, bundled) => {
  for (const [file, seconds] of Object.entries(files)) made(file, seconds);
  expect(isBundled(pathToFileURL(`${dist}/`))).toBe(bundled);
});
