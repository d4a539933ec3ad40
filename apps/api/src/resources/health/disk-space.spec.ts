import { mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DiskSpace } from './disk-space.js';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'berth-disk-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

const withFree = (bavail: number): DiskSpace =>
  new DiskSpace(folder, () => Promise.resolve({ blocks: 1_000, bavail, bsize: 2 ** 20 }));

test('less than a twentieth is said, with how much it is', async () => {
  expect(await withFree(50).warning()).toBeUndefined();
  expect(await withFree(49).warning()).toBe(`4.9 % of the disk of ${folder} are free, 49 of 1000 MiB`);
  expect(await withFree(0).warning()).toBe(`0.0 % of the disk of ${folder} are free, 0 of 1000 MiB`);
});

test('it is the disk that the folder is on, or will be', async () => {
  const { blocks } = statfsSync(folder);
  const asked: string[] = [];
  const space = new DiskSpace(join(folder, 'not', 'yet'), async (path) => {
    const found = statfsSync(path);
    asked.push(path);
    return Promise.resolve(found);
  });
  await space.warning();
  expect(asked).toEqual([folder]);
  expect(blocks).toBeGreaterThan(0);
});

test('a disk that cannot be asked is said', async () => {
  writeFileSync(join(folder, 'file'), '');
  expect(await new DiskSpace(join(folder, 'file', 'below')).warning()).toBe(
    `the disk of ${join(folder, 'file', 'below')} is not known: something else than a folder is in its place (ENOTDIR)`,
  );
});
