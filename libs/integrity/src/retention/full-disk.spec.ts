import { existsSync, readdirSync } from 'node:fs';
import { ok } from '#requests';
import type { ArchiveFile } from '#history';
import type { StorageTrouble } from '#storage';
import { CALLER, node, valueOf } from '#test-services';
import { ArchivingServices } from '../testing/archiving-services.js';
import { ArchiveFolder } from './archive-folder.js';
import { RetentionService } from './retention.service.js';

/** A device that is full, without being root; where there is none, a folder stands for it. */
const FULL = existsSync('/dev/full') ? '/dev/full' : '/';
const NO_SPACE = existsSync('/dev/full') ? /ENOSPC/ : /EISDIR/;

/** A folder on a disk that is full when some files are to be written. */
class FullFolder extends ArchiveFolder {
  full: RegExp | undefined;

  override partialOf(file: Pick<ArchiveFile, 'path'>): string {
    return this.full?.test(file.path) === true ? FULL : super.partialOf(file);
  }
}

let archiving: ArchivingServices;
beforeEach(async () => {
  archiving = await ArchivingServices.create();
});
afterEach(() => archiving.drop());

test('whatever file finds no room: nothing is archived or left, and it is done when there is room', async () => {
  const { services, root } = archiving;
  const clusters = [await services.clusterOf(node('a')), await services.clusterOf(node('b'))];
  for (const cluster of clusters) await archiving.live(cluster, 1);
  const edge = await archiving.endMonth();
  const [, second = ''] = [...clusters].sort();
  const reported: StorageTrouble[] = [];
  const folder = new FullFolder(root, (trouble) => reported.push(trouble));
  const retention = new RetentionService(services.database, {
    folder,
    key: services.signingKey.verifier,
    checkpointer: services.checkpoints.checkpointer,
  });
  const counts = (): Promise<number[]> =>
    Promise.all(
      ['revisions', 'changes', 'decisions', 'trace_chunks', 'archives'].map((table) => archiving.countOf(table)),
    );
  const before = await counts();
  // The first file of all, the last one of the first cluster, and the first one of the last.
  for (const full of [/ndjson/, /traces/, new RegExp(`^${second}/.*[0-9].ndjson`)]) {
    folder.full = full;
    expect(await retention.archive(CALLER, { before: edge })).toEqual({
      refused: true,
      refusal: { kind: 'StorageUnavailable', folder: root, problem: expect.stringMatching(NO_SPACE) },
    });
    expect(await counts()).toEqual(before);
    expect(readdirSync(root, { recursive: true }).filter((name) => String(name).includes('ndjson'))).toEqual([]);
  }
  expect(reported).toEqual([{ folder: root, problem: expect.stringMatching(NO_SPACE) }]);
  folder.full = undefined;
  expect(valueOf(await retention.archive(CALLER, { before: edge })).archives).toHaveLength(2);
  expect(reported.slice(1)).toEqual([{ folder: root, problem: null }]);
  for (const cluster of clusters) expect(await services.violations(cluster)).toEqual([]);
});

test('what is due is tried again before the day is over', async () => {
  const { services, root } = archiving;
  await archiving.live(await services.clusterOf(node('a')), 1);
  await archiving.endMonth();
  const folder = new FullFolder(root);
  folder.full = /ndjson/;
  const retention = new RetentionService(services.database, {
    folder,
    key: services.signingKey.verifier,
    checkpointer: services.checkpoints.checkpointer,
    keep: { count: 0, unit: 'days' },
  });
  expect(await retention.archiveDue(CALLER)).toMatchObject({ refusal: { kind: 'StorageUnavailable' } });
  folder.full = undefined;
  expect(await retention.archiveDue(CALLER)).toBeUndefined();
  const now = performance.now.bind(performance);
  performance.now = () => now() + 15 * 60_000;
  try {
    expect(valueOf((await retention.archiveDue(CALLER)) ?? ok(undefined))).toMatchObject({ partitions: 5 });
    expect(await retention.archiveDue(CALLER)).toBeUndefined();
  } finally {
    performance.now = now;
  }
});
