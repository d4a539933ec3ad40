import { appendFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { NoteFiles } from '../checkpoints/index.js';
import { openCheckpoint } from '#ledger';
import { checkpointsOf, ledgerText, verifyText, CALLER, node, TestServices, valueOf } from '#test-services';

let services: TestServices;
let folder: string;
let files: NoteFiles;
beforeAll(async () => {
  services = await TestServices.create();
  folder = await mkdtemp(join(tmpdir(), 'berth-notes-'));
  files = new NoteFiles(folder);
});
afterAll(async () => {
  await services.drop();
  await rm(folder, { recursive: true });
});

/** A cluster of so many revisions. */
async function clusterOf(revisions: number): Promise<string> {
  const cluster = await services.clusterOf();
  for (let number = 1; number <= revisions; number++) await grow(cluster, number);
  return cluster;
}

async function grow(cluster: string, number: number): Promise<void> {
  valueOf(await services.import(cluster, [node(`n${number}`)]));
}

const noted = async (cluster: string): Promise<number[]> =>
  checkpointsOf(await readFile(files.pathOf(cluster), 'utf8'), services.signingKey.verifier).map(({ size }) => size);
const stored = async (cluster: string): Promise<number[]> =>
  (
    await services.rows<{ size: string }>('SELECT size FROM checkpoints WHERE cluster_id = $1 ORDER BY size', [cluster])
  ).map(({ size }) => Number(size));

test('a checkpoint says what the log is, and is made once for each state', async () => {
  const { checkpoints } = services.signingInto(files);
  const cluster = await clusterOf(3);
  const made = valueOf(await checkpoints.create(CALLER, cluster));
  const { revision, position } = valueOf(await services.clusters.get(CALLER, cluster));
  const [head] = await services.rows<{ hash: Buffer }>('SELECT hash FROM cluster_heads WHERE cluster_id = $1', [
    cluster,
  ]);
  expect(made).toMatchObject({ cluster, size: '3', revision, position, hash: head?.hash.toString('hex') });
  expect(openCheckpoint(made.note, services.signingKey.verifier)).toMatchObject({
    cluster,
    size: 3,
    at: made.at,
    origin: null,
    head: { revision: 3n },
  });
  expect(valueOf(await checkpoints.create(CALLER, cluster))).toEqual(made);
  expect(valueOf(await checkpoints.get(CALLER, cluster, 'latest'))).toEqual(made);
  await grow(cluster, 4);
  expect(valueOf(await checkpoints.create(CALLER, cluster))).toMatchObject({ size: '4' });
  expect(valueOf(await checkpoints.list(CALLER, cluster, { pageSize: 1 }))).toMatchObject({
    items: [{ size: '4' }],
    next: '4',
  });
  expect(valueOf(await checkpoints.list(CALLER, cluster, { pageSize: 1, before: 4 }))).toEqual({
    items: [made],
    next: null,
  });
  expect([await stored(cluster), await noted(cluster)]).toEqual([
    [3, 4],
    [3, 4],
  ]);
  expect(await checkpoints.get(CALLER, cluster, 7)).toEqual({
    refused: true,
    refusal: { kind: 'CheckpointNotFound', size: '7' },
  });
});

test('what is due is made by one of several processes, and nothing where nothing moved', async () => {
  const another = services.anotherProcess();
  const all = [await clusterOf(1), await clusterOf(2), await clusterOf(1)];
  const [first, second] = [
    services.signingInto(files).checkpoints,
    services.signingInto(files, another.database).checkpoints,
  ];
  expect(await Promise.all([first.tidy(CALLER), second.tidy(CALLER), first.tidy(CALLER)])).toEqual([[], [], []]);
  await second.tidy(CALLER);
  expect(await Promise.all(all.map(stored))).toEqual([[1], [2], [1]]);
  expect(await Promise.all(all.map(noted))).toEqual([[1], [2], [1]]);
  await another.close();
});

test('a deleted cluster has a last checkpoint', async () => {
  const cluster = await clusterOf(1);
  valueOf(await services.clusters.delete(CALLER, cluster));
  await services.signingInto(files).checkpoints.tidy(CALLER);
  expect(await stored(cluster)).toEqual([2]);
});

test('what a dying process left of a note goes, and what it wrote whole stays true', async () => {
  const { checkpoints } = services.signingInto(files);
  const cluster = await clusterOf(1);
  valueOf(await checkpoints.create(CALLER, cluster));
  const first = await readFile(files.pathOf(cluster), 'utf8');
  for (const [size, cut] of [
    [2, 1],
    [3, 120],
    [4, -1],
  ] as const) {
    await grow(cluster, size);
    await appendFile(files.pathOf(cluster), `\n${first.slice(0, cut)}`);
    valueOf(await checkpoints.create(CALLER, cluster));
    expect(await noted(cluster)).toEqual([1, 2, 3, 4].slice(0, size));
  }
  // The transaction of the last one was lost after its note was written.
  await asSuperuser('DELETE FROM checkpoints WHERE cluster_id = $1 AND size = 4', [cluster]);
  await grow(cluster, 5);
  valueOf(await checkpoints.create(CALLER, cluster));
  // It is kept with the next one: a row that is missing later was removed.
  expect([await stored(cluster), await noted(cluster)]).toEqual([
    [1, 2, 3, 4, 5],
    [1, 2, 3, 4, 5],
  ]);
  expect(
    verifyText(
      await ledgerText(services.proofs, cluster),
      services.signingKey.verifier,
      checkpointsOf(await readFile(files.pathOf(cluster), 'utf8'), services.signingKey.verifier),
    ),
  ).toMatchObject({ holds: true });
});

async function asSuperuser(sql: string, values: unknown[]): Promise<void> {
  await services.connected(async (client) => {
    await client.query("SET session_replication_role = 'replica'");
    await client.query(sql, values);
  });
}

/** The tables as an older backup has them. */
async function rollBack(cluster: string, revision: number): Promise<void> {
  await asSuperuser(
    `UPDATE cluster_heads h SET revision = r.revision, position = r.first_position + r.count - 1, hash = r.hash,
      at = r.at
    FROM revisions r WHERE r.cluster_id = h.cluster_id AND h.cluster_id = $1 AND r.revision = $2`,
    [cluster, revision],
  );
  for (const table of ['revisions', 'changes', 'checkpoints'])
    await asSuperuser(`DELETE FROM ${table} WHERE cluster_id = $1 AND revision > $2`, [cluster, revision]);
  await asSuperuser(
    `DELETE FROM nodes n WHERE cluster_id = $1 AND NOT EXISTS (SELECT FROM changes c WHERE c.cluster_id = $1
       AND c.position = n.resource_version AND $2 > 0)`,
    [cluster, revision],
  );
}

test('a database that was rolled back is not signed; the notes find it, as it is and when it has grown', async () => {
  const { checkpoints, proofs } = services.signingInto(files);
  const cluster = await clusterOf(2);
  valueOf(await checkpoints.create(CALLER, cluster));
  for (const number of [3, 4, 5]) await grow(cluster, number);
  valueOf(await checkpoints.create(CALLER, cluster));
  const kept = checkpointsOf(await readFile(files.pathOf(cluster), 'utf8'), services.signingKey.verifier);
  await rollBack(cluster, 3);
  const back = await checkpoints.create(CALLER, cluster);
  expect(back).toMatchObject({
    refused: true,
    refusal: {
      kind: 'HistoryNotSigned',
      message: expect.stringContaining('there are 3: the database was rolled back') as unknown,
    },
  });
  expect(await proofs.ledger(CALLER, cluster, { consume: () => Promise.resolve() })).toMatchObject({ refused: true });
  expect(await checkpoints.tidy(CALLER)).toEqual([
    { cluster, message: expect.stringContaining('rolled back') as unknown },
  ]);
  // A process that has none of the files signs: the notes find it.
  const unaware = await ledgerText(services.proofs, cluster);
  expect(verifyText(unaware, services.signingKey.verifier)).toMatchObject({ holds: true });
  expect(verifyText(unaware, services.signingKey.verifier, kept)).toMatchObject({
    holds: false,
    found: { what: expect.stringContaining('a kept checkpoint says 5 revisions, the export 3') as unknown },
  });
  for (const number of [6, 7, 8]) await grow(cluster, number);
  expect(await checkpoints.create(CALLER, cluster)).toMatchObject({
    refused: true,
    refusal: { message: expect.stringContaining('it is not the history that was signed at 5 revisions') as unknown },
  });
  expect(verifyText(await ledgerText(services.proofs, cluster), services.signingKey.verifier, kept)).toMatchObject({
    holds: false,
    found: { revision: 5n, what: expect.stringContaining('it was rewritten') as unknown },
  });
  await rm(files.pathOf(cluster));
});

test('a file that another key signed holds nothing up, and what is no file of notes is not written on', async () => {
  const { checkpoints } = services.signingInto(files);
  const cluster = await clusterOf(1);
  await writeFile(files.pathOf(cluster), 'x'.repeat(10_000));
  await expect(checkpoints.create(CALLER, cluster)).rejects.toThrow('a file of checkpoints ends in something else');
  expect(await stored(cluster)).toEqual([]);
  await rm(files.pathOf(cluster));
  valueOf(await checkpoints.create(CALLER, cluster));
});
