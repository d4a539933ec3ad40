import { mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type pg from 'pg';
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
import { NOT_CHECKED, VerificationService } from './index.js';

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
  const archives = new ArchiveFolder(folder);
  const signing = { key: services.signingKey.verifier, archives };
  const { holds, checks, decisions } = valueOf(
    await new VerificationService(services.database, signing).verify(CALLER, {}),
  );
  expect(checks.flatMap(({ violations }) => violations)).toEqual([]);
  expect([holds, decisions > 0]).toEqual([true, true]);
  const client = await services.client();
  try {
    const tampered = await TamperedDatabase.of(services, client, { cluster, signing });
    const edits: [string, string][] = [
      [
        'changes',
        `UPDATE changes SET name = 'other' WHERE cluster_id = '${cluster}' AND name = 'later-0' AND op = 'bind'`,
      ],
      ['archives', `UPDATE archives SET to_position = to_position + 1 WHERE cluster_id = '${cluster}'`],
      ['archives', `UPDATE archives SET hash = '\\x00' WHERE cluster_id = '${cluster}'`],
      ['pods', `UPDATE pods SET node_name = 'elsewhere' WHERE cluster_id = '${cluster}' AND bound_at IS NOT NULL`],
      ['checkpoints', `UPDATE archives SET frontier = '\\x00' || substr(frontier, 2) WHERE cluster_id = '${cluster}'`],
    ];
    for (const column of await columnsOf(client, 'archives'))
      if (!NOT_CHECKED.some((one) => one.table === 'archives' && one.columns.includes(column)))
        edits.push([
          column === 'cluster_id' ? 'clusters' : 'archives',
          `UPDATE archives SET ${column} = ${other(column)} WHERE cluster_id = '${cluster}'`,
        ]);
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
    const [row] = await services.rows<{ ledger_file: string; traces_file: string }>(
      'SELECT ledger_file, traces_file FROM archives WHERE cluster_id = $1',
      [cluster],
    );
    for (const path of [row?.ledger_file ?? '', row?.traces_file ?? ''])
      await expectGuarded(archives.pathOf({ path }), async () => JSON.stringify(await tampered.violations()));
  } finally {
    await client.end();
  }
}, 240_000);

/** A file of an archive that is gone, cut off, changed or another one is found. */
async function expectGuarded(path: string, violations: () => Promise<string>): Promise<void> {
  const content = readFileSync(path);
  const flipped = Buffer.from(content);
  flipped[content.length >> 1] = (flipped[content.length >> 1] ?? 0) ^ 1;
  for (const other of [content.subarray(0, -100), flipped, gzipSync('{}\n'), Buffer.alloc(0)]) {
    writeFileSync(path, other);
    expect(await violations()).toContain('has another file');
  }
  rmSync(path);
  expect(await violations()).toContain(`has lost its file`);
  expect(await violations()).toContain(basename(path));
  writeFileSync(`${path}.kept`, content);
  renameSync(`${path}.kept`, path);
  expect(await violations()).toBe('{}');
}

async function columnsOf(client: pg.Client, table: string): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    "SELECT column_name AS name FROM information_schema.columns WHERE table_schema = 'public' AND table_name = $1",
    [table],
  );
  return rows.map(({ name }) => name);
}

/** Another value of a column of archives. */
function other(column: string): string {
  if (column === 'cluster_id') return "'00000000-0000-7000-8000-00000000ffff'";
  if (column.endsWith('_at')) return `${column} - interval '1 millisecond'`;
  if (/hash|sha256|frontier/.test(column)) return `set_byte(${column}, 3, get_byte(${column}, 3) # 1)`;
  return /checkpoint|file/.test(column) ? `${column} || 'x'` : `${column} + 1`;
}
