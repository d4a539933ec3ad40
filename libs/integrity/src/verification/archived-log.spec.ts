import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ArchiveFolder, RetentionService } from '../retention/index.js';
import {
  endPartitions,
  fillCluster,
  TamperedDatabase,
  CALLER,
  pod,
  scheduleAll,
  TestServices,
  valueOf,
} from '#test-services';
import { VerificationService } from './index.js';

let services: TestServices;
let folder: string;
beforeAll(async () => {
  services = await TestServices.create();
  folder = mkdtempSync(join(tmpdir(), 'berth-archived-'));
});
afterAll(async () => {
  await services.drop();
  rmSync(folder, { recursive: true });
});

test('a log whose beginning is archived is verified from there on, and what is left is as safe as before', async () => {
  const cluster = await fillCluster(services, 'filled');
  const gone = await fillCluster(services, 'gone');
  valueOf(await services.clusters.delete(CALLER, gone));
  const edge = await services.connected(endPartitions);
  valueOf(
    await services.import(
      cluster,
      Array.from({ length: 5 }, (_, index) => pod(`later-${index}`, { cpu: '10m' })),
    ),
  );
  valueOf(await services.scheduling.schedule(CALLER, { ...scheduleAll(cluster), preemption: 'evict' }, { wait: true }));
  const retention = new RetentionService(services.database, {
    folder: new ArchiveFolder(folder),
    key: services.signingKey.verifier,
    checkpointer: services.checkpoints.checkpointer,
  });
  expect(valueOf(await retention.archive(CALLER, { before: edge })).archives).toHaveLength(2);
  const signing = { key: services.signingKey.verifier };
  const { holds, checks, decisions } = valueOf(
    await new VerificationService(services.database, signing).verify(CALLER, {}),
  );
  expect(checks.flatMap(({ violations }) => violations)).toEqual([]);
  expect([holds, decisions > 0]).toEqual([true, true]);
  const client = await services.client();
  try {
    const tampered = await TamperedDatabase.of(services, client, { cluster, signing });
    const edits: readonly (readonly [string, string])[] = [
      [
        'changes',
        `UPDATE changes SET name = 'other' WHERE cluster_id = '${cluster}' AND name = 'later-0' AND op = 'bind'`,
      ],
      ['archives', `UPDATE archives SET to_position = to_position + 1 WHERE cluster_id = '${cluster}'`],
      ['archives', `UPDATE archives SET hash = '\\x00' WHERE cluster_id = '${cluster}'`],
      ['pods', `UPDATE pods SET node_name = 'elsewhere' WHERE cluster_id = '${cluster}' AND bound_at IS NOT NULL`],
      ['checkpoints', `UPDATE archives SET frontier = '\\x00' || substr(frontier, 2) WHERE cluster_id = '${cluster}'`],
    ];
    await services.connected(() => services.checkpoints.create(CALLER, cluster));
    for (const [table, edit] of edits) {
      const found = await tampered.after(edit);
      expect([
        edit,
        Object.values(found)
          .flat()
          .some((violation) => violation.table?.includes(table)),
      ]).toEqual([edit, true]);
    }
  } finally {
    await client.end();
  }
}, 60_000);
