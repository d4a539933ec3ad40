import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createHash } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readTotals, type Decision } from '#audit';
import { createLedgerVerifier, leafHash, verifyInclusion } from '#ledger';
import { sha256, type Outcome } from '#cluster';
import { PastClusters, resolveMoment, LogService, WatchService } from '#history';
import { ProfileService, ReplayService } from '#scheduling';
import {
  endPartitions,
  ledgerText,
  verifyText,
  CALLER,
  first,
  node,
  pod,
  scheduleAll,
  TestServices,
  valueOf,
} from '#test-services';
import { ArchiveFolder } from './archive-folder.js';
import { ArchiveService } from './archive.service.js';
import { readGzip } from './gzip-file.js';
import type { RetentionTime } from './kept-since.js';
import { RetentionService, type ArchiveReport, type ArchiveStep } from './retention.service.js';

let services: TestServices;
let root: string;
let retention: RetentionService;
let archives: ArchiveService;
beforeEach(async () => {
  services = await TestServices.create();
  root = mkdtempSync(join(tmpdir(), 'archives-'));
  retention = retentionWith();
  archives = new ArchiveService(services.database, new ArchiveFolder(root));
});
afterEach(async () => {
  await services.drop();
  rmSync(root, { recursive: true });
});

function retentionWith(progress?: (step: ArchiveStep) => void, keep?: RetentionTime): RetentionService {
  return new RetentionService(services.database, {
    folder: new ArchiveFolder(root),
    key: services.signingKey.verifier,
    checkpointer: services.checkpoints.checkpointer,
    progress,
    keep,
  });
}

/** A month in the life of a cluster: pods come, are placed, some make room for others, one is deleted. */
async function live(cluster: string, round: number): Promise<void> {
  const names = Array.from({ length: 8 }, (_, index) => `r${round}-p${index}`);
  valueOf(await services.import(cluster, [node(`n${round}`), ...names.map((name) => pod(name, { cpu: '250m' }))]));
  valueOf(await services.scheduling.schedule(CALLER, { ...scheduleAll(cluster), preemption: 'evict' }, { wait: true }));
  valueOf(await services.import(cluster, [pod(`r${round}-high`, { cpu: '3800m' }, { priority: 10 })]));
  valueOf(await services.scheduling.schedule(CALLER, { ...scheduleAll(cluster), preemption: 'evict' }, { wait: true }));
}

const endMonth = (): Promise<Date> => services.connected(endPartitions);

async function decisionsOf(cluster: string): Promise<readonly Decision[]> {
  return valueOf(await services.decisions.list(CALLER, { cluster }, { filter: {}, pageSize: 500 })).items;
}

const tracePage = { filter: {}, orderBy: 'name', offset: 0, pageSize: 100 } as const;
const traceOf = async (cluster: string, id: string): Promise<unknown> =>
  valueOf(await services.decisions.trace(CALLER, { cluster }, { id, ...tracePage }));

async function countOf(table: string): Promise<number> {
  return first(await services.rows<{ n: number }>(`SELECT count(*)::int AS n FROM ${table}`)).n;
}

test('a month of two clusters is archived: the files verify, decisions and traces are read from them, and the rest goes on', async () => {
  const clusters = [await services.clusterOf(node('a')), await services.clusterOf(node('b'))];
  for (const cluster of clusters) await live(cluster, 1);
  const edge = await endMonth();
  const [one = '', two = ''] = clusters;
  const before = await decisionsOf(one);
  const traces = await Promise.all(before.map(({ id }) => traceOf(one, id)));
  const heads = await Promise.all(clusters.map((cluster) => services.position(cluster)));
  await live(one, 2);
  const later = (await decisionsOf(one)).slice(0, -before.length);

  const report = valueOf(await retention.archive(CALLER, { before: edge }));
  expect(report).toMatchObject({ partitions: 5, upTo: edge.toISOString() });
  expect(report.archives.map(({ cluster, positions }) => [cluster, positions.last])).toEqual([
    [one, heads[0]],
    [two, heads[1]],
  ]);
  for (const archive of report.archives) {
    for (const { path, bytes, sha256: digest } of [archive.ledgerFile, archive.tracesFile]) {
      const content = readFileSync(join(root, path));
      expect([String(content.length), createHash('sha256').update(content).digest('hex')]).toEqual([bytes, digest]);
    }
    const verifier = createLedgerVerifier({ hash: sha256, key: services.signingKey.verifier });
    for await (const piece of readGzip(join(root, archive.ledgerFile.path))) verifier.push(piece);
    expect(verifier.end()).toMatchObject({
      holds: true,
      counts: {
        revisions: Number(archive.revisions.last),
        changes: Number(archive.changes),
        decisions: Number(archive.decisions),
      },
    });
  }
  const archive = first(report.archives).id;
  expect(
    await Promise.all(
      before.map(async ({ id }) => valueOf(await archives.decision(CALLER, one, { archive, decision: id }))),
    ),
  ).toEqual(before);
  expect(
    await Promise.all(
      before.map(async ({ id }) => valueOf(await archives.trace(CALLER, one, { archive, decision: id, ...tracePage }))),
    ),
  ).toEqual(traces);
  expect(await decisionsOf(one)).toEqual(later);
  for (const { id } of later) await traceOf(one, id);
  await live(one, 3);
  await live(two, 3);
  for (const cluster of clusters) expect(await services.violations(cluster)).toEqual([]);
});

const past = (cluster: string, at: string): Promise<Outcome<unknown>> =>
  services.database.transaction(CALLER, (tx) => resolveMoment(tx, cluster, at), { readOnly: true, snapshot: true });

test('what is archived is said to be, with its file, wherever it is asked for', async () => {
  const cluster = await services.clusterOf(node('a'));
  await live(cluster, 1);
  const [decision] = await decisionsOf(cluster);
  const dry = valueOf(
    await services.scheduling.schedule(CALLER, { ...scheduleAll(cluster), dryRun: true }, { wait: true }),
  ).id;
  const dryAt = (await services.clusters.get(CALLER, cluster).then(valueOf)).revision;
  valueOf(await services.import(cluster, [node('later')]));
  const edge = await endMonth();
  await live(cluster, 2);
  const {
    archives: [archive],
  } = valueOf(await retention.archive(CALLER, { before: edge }));
  if (archive === undefined || decision === undefined) throw new Error('nothing was archived');
  const place = { id: archive.id, file: archive.ledgerFile.path };
  const archived = (what: string): object => ({
    refused: true,
    refusal: { kind: 'Archived', what, archives: [place] },
  });
  const { id, run } = decision;
  expect(await services.decisions.get(CALLER, { cluster }, id)).toEqual(archived(`decision ${id}`));
  expect(await services.decisions.trace(CALLER, { cluster }, { id, ...tracePage })).toEqual(archived(`decision ${id}`));
  expect(await services.decisions.list(CALLER, { cluster }, { filter: { run }, pageSize: 10 })).toEqual(
    archived(`run ${run}`),
  );
  expect(await services.decisions.get(CALLER, { cluster }, `${run.replace(/^.{8}/, '00000000')}.0`)).toMatchObject({
    refusal: { kind: 'DecisionNotFound' },
  });
  for (const at of ['0', '1', `${BigInt(archive.positions.last) - 1n}`, 'revision:1', archive.times.first])
    expect(await past(cluster, at)).toEqual(archived(`the log at ${at}`));
  for (const after of [0n, BigInt(archive.positions.last) - 1n]) {
    expect(
      await new LogService(services.database).changes(CALLER, cluster, { filter: {}, after, pageSize: 10 }),
    ).toEqual(archived(`the log after position ${after}`));
    expect(
      await new WatchService(services.database).watch(CALLER, { cluster, after }, new AbortController().signal),
    ).toEqual(archived(`the log after position ${after}`));
  }
  const replayed = await new ReplayService(services.database, { clusters: new PastClusters() }).replay(CALLER, {
    cluster,
    selection: { run: dry },
  });
  expect(replayed).toEqual(archived(`the log at revision:${dryAt}`));
  const end = {
    position: BigInt(archive.positions.last),
    revision: BigInt(archive.revisions.last),
    at: new Date(archive.times.last),
    isPresent: false,
  };
  for (const at of [archive.positions.last, `revision:${archive.revisions.last}`, archive.times.last])
    expect(await past(cluster, at)).toEqual({ refused: false, value: end });
  const now = await services.position(cluster);
  expect(await past(cluster, now)).toMatchObject({ refused: false, value: { position: BigInt(now), isPresent: true } });
  expect(await past(cluster, '2020-01-01T00:00:00Z')).toMatchObject({ refusal: { kind: 'HistoryExpired' } });
});

test('later states are what they were, from the one at the end of the archive on, and profiles say who changed them', async () => {
  const cluster = await services.clusterOf(node('a'));
  const profiles = new ProfileService(services.database, services.moments);
  valueOf(await profiles.create(CALLER, cluster, { profile: { schedulerName: 'own' } }));
  await live(cluster, 1);
  const edge = await endMonth();
  const positions = [await services.position(cluster)];
  await live(cluster, 2);
  positions.push(await services.position(cluster));
  const states = (): Promise<unknown> =>
    Promise.all(
      positions.map((position) =>
        services.database.transaction(
          CALLER,
          async (tx) => {
            const state = await new PastClusters().at(tx, cluster, BigInt(position));
            return state.kinds.flatMap((kind) => state.ofKind(kind).map((object) => object.stored()));
          },
          { readOnly: true, snapshot: true },
        ),
      ),
    );
  const before = await states();
  const served = valueOf(await profiles.list(CALLER, cluster));
  valueOf(await retention.archive(CALLER, { before: edge }));
  expect(await states()).toEqual(before);
  expect(valueOf(await profiles.list(CALLER, cluster))).toEqual(served);
  expect(served).toEqual(expect.arrayContaining([expect.objectContaining({ name: 'own', changedBy: 'ann' })]));
});

test('month by month, the log goes on from the archive before: nothing is left out, and nothing is twice', async () => {
  const cluster = await services.clusterOf(node('a'));
  const edges: Date[] = [];
  for (const round of [1, 2, 3]) {
    await live(cluster, round);
    edges.push(await endMonth());
  }
  const { archives: first2 } = valueOf(await retention.archive(CALLER, { before: edges[1] ?? new Date(NaN) }));
  const { archives: third } = valueOf(await retention.archive(CALLER, { before: edges[2] ?? new Date(NaN) }));
  const all = [...first2, ...third];
  expect(all).toHaveLength(3);
  expect(valueOf(await archives.list(CALLER, { cluster, pageSize: 10 }))).toEqual({ items: all, next: null });
  for (const [index, archive] of all.slice(1).entries()) {
    expect([BigInt(archive.revisions.first), BigInt(archive.positions.first)]).toEqual([
      BigInt(all[index]?.revisions.last ?? 0) + 1n,
      BigInt(all[index]?.positions.last ?? 0) + 1n,
    ]);
  }
  // The notes of the first two came after the third month.
  const notes = await services.rows<{ name: string; body: string }>(
    `SELECT name, convert_from(body, 'UTF8') AS body FROM changes WHERE cluster_id = $1 AND kind = 'HistoryArchive' ORDER BY position`,
    [cluster],
  );
  expect(notes.map(({ name, body }) => [name, (JSON.parse(body) as { ledger: object }).ledger])).toEqual(
    all.map(({ id, ledgerFile }) => [id, ledgerFile]),
  );
  expect(valueOf(await retention.archive(CALLER, { before: edges[2] ?? new Date(NaN) }))).toEqual({
    archives: [],
    partitions: 0,
    upTo: null,
  });
});

test.each(['written', 'settled', 'named'] as const)(
  'what ends when it is %s is begun again: nothing is lost, and nothing is done twice',
  async (step) => {
    const clusters = [await services.clusterOf(node('a')), await services.clusterOf(node('b'))];
    for (const cluster of clusters) await live(cluster, 1);
    const edge = await endMonth();
    const before = await Promise.all(clusters.map(decisionsOf));
    const dying = retentionWith((reached) => {
      if (reached.step === step) throw new Error(`ended when ${step}`);
    });
    await expect(dying.archive(CALLER, { before: edge })).rejects.toThrow(`ended when ${step}`);
    expect(await Promise.all(clusters.map(decisionsOf))).toEqual(before);
    expect(valueOf(await archives.list(CALLER, { pageSize: 10 })).items).toEqual([]);
    expect(await countOf("changes WHERE op = 'note'")).toBe(0);

    const report: ArchiveReport = valueOf(await retention.archive(CALLER, { before: edge }));
    expect(report.archives.map(({ cluster }) => cluster)).toEqual(clusters);
    expect(
      readdirSync(root, { recursive: true })
        .filter((name) => String(name).includes('.'))
        .sort(),
    ).toEqual(report.archives.flatMap(({ ledgerFile, tracesFile }) => [ledgerFile.path, tracesFile.path]).sort());
    expect(await countOf("changes WHERE op = 'note'")).toBe(2);
    for (const [index, cluster] of clusters.entries()) {
      const read = (before[index] ?? []).map(async ({ id }) =>
        valueOf(await archives.decision(CALLER, cluster, { archive: report.archives[index]?.id ?? '', decision: id })),
      );
      expect(await Promise.all(read)).toEqual(before[index]);
    }
  },
);

test('a fork of what is archived, and an archived fork, go on', async () => {
  const cluster = await services.clusterOf(node('a'));
  await live(cluster, 1);
  const young = valueOf(await services.forks.fork(CALLER, { cluster, name: 'young' })).id;
  const firstEdge = await endMonth();
  const at = await services.position(cluster);
  await live(young, 2);
  await live(cluster, 2);
  const secondEdge = await endMonth();
  valueOf(await retention.archive(CALLER, { before: firstEdge }));
  const late = valueOf(await services.forks.fork(CALLER, { cluster, name: 'late', at })).id;
  expect(await services.forks.fork(CALLER, { cluster, name: 'too-early', at: '1' })).toMatchObject({
    refusal: { kind: 'Archived' },
  });
  for (const fork of [young, late]) await live(fork, 3);
  const { archives: made } = valueOf(await retention.archive(CALLER, { before: secondEdge }));
  expect(made.map(({ cluster: of }) => of).sort()).toEqual([cluster, young].sort());
  const origin = BigInt(valueOf(await services.clusters.get(CALLER, { cluster: young })).origin?.revision ?? 0);
  const { items } = valueOf(await archives.list(CALLER, { cluster: young, pageSize: 10 }));
  // Its first revision says where it comes from, and was of the first month.
  expect(items.map(({ revisions }) => revisions)).toEqual([
    { first: String(origin + 1n), last: String(origin + 1n) },
    { first: String(origin + 2n), last: String(origin + 5n) },
  ]);
  expect(await past(young, '1')).toMatchObject({ refusal: { kind: 'HistoryExpired', origin: cluster } });
  for (const fork of [young, late, cluster]) {
    await live(fork, 4);
    expect(await services.violations(fork)).toEqual([]);
  }
});

test('a cluster that was deleted is archived as well', async () => {
  const cluster = await services.clusterOf(node('a'));
  await live(cluster, 1);
  valueOf(await services.clusters.delete(CALLER, cluster));
  const edge = await endMonth();
  const {
    archives: [archive],
  } = valueOf(await retention.archive(CALLER, { before: edge }));
  expect(archive).toMatchObject({ cluster, decisions: '10' });
  expect(await countOf('decisions')).toBe(0);
  expect(await services.violations(cluster)).toEqual([]);
});

test('archiving gives way to whoever works, and they to it', async () => {
  const cluster = await services.clusterOf(node('a'));
  await live(cluster, 1);
  const edge = await endMonth();
  const working = (async () => {
    for (const round of [2, 3, 4, 5]) await live(cluster, round);
  })();
  const answers = await Promise.all([
    retention.archive(CALLER, { before: edge }),
    retentionWith().archive(CALLER, { before: edge }),
  ]);
  await working;
  expect(answers.map(({ refused }) => refused).sort()).toEqual([false, true]);
  expect(answers.find(({ refused }) => refused)).toMatchObject({ refusal: { kind: 'ArchivingUnderWay' } });
  expect(await decisionsOf(cluster)).toHaveLength(4 * 10);
});

test('what was tampered with is not archived, and stays as it is', async () => {
  const cluster = await services.clusterOf(node('a'));
  await live(cluster, 1);
  const edge = await endMonth();
  await services.connected(async (client) => {
    await client.query('SET session_replication_role = replica');
    await client.query("UPDATE changes SET name = 'other' WHERE cluster_id = $1 AND position = 3", [cluster]);
  });
  const counts = await Promise.all(['changes', 'decisions'].map(countOf));
  expect(await retention.archive(CALLER, { before: edge })).toEqual({
    refused: true,
    refusal: {
      kind: 'HistoryNotSigned',
      cluster,
      message:
        'its archive does not hold: line 4, revision 2: the revision holds changes or decisions other than those hashed',
    },
  });
  expect(await Promise.all(['changes', 'decisions'].map(countOf))).toEqual(counts);
});

test('a log whose clock was put back over the edge is not cut there', async () => {
  const cluster = await services.clusterOf(node('a'));
  await live(cluster, 1);
  const edge = await endMonth();
  await services.connected(async (client) => {
    await client.query('SET session_replication_role = replica');
    await client.query(
      "UPDATE revisions SET at = $2::timestamptz + interval '1 s' WHERE cluster_id = $1 AND revision = 2",
      [cluster, edge],
    );
  });
  expect(valueOf(await retention.archive(CALLER, { before: edge }))).toEqual({
    archives: [],
    partitions: 0,
    upTo: null,
  });
});

test('partitions of what is in no archive, or of what is to come, are not dropped', async () => {
  const cluster = await services.clusterOf(node('a'));
  const edge = await endMonth();
  const drop = (at: string): Promise<unknown> =>
    services.database.transaction(CALLER, (tx) => tx.query('SELECT berth_drop_archived($1)', [at]));
  await expect(drop(edge.toISOString())).rejects.toThrow(`1 revisions of cluster ${cluster} are in no archive`);
  await expect(drop(new Date(edge.getTime() - 1).toISOString())).rejects.toThrow('no partitions end at');
  const { last } = first(
    await services.rows<{ last: Date }>('SELECT max(upper_bound) AS last FROM berth_partitions()'),
  );
  await expect(drop(last.toISOString())).rejects.toThrow('what is to come is not archived yet');
});

test('what is archived is said, or set, and over', async () => {
  expect(await retention.archive(CALLER)).toMatchObject({
    refusal: { problems: [{ field: 'before', reason: 'FieldValueRequired' }] },
  });
  expect(await retention.archive(CALLER, { before: new Date(Date.now() + 60_000) })).toMatchObject({
    refusal: { problems: [{ field: 'before', message: 'must not be later than now' }] },
  });
  expect(await retention.archiveDue(CALLER)).toBeUndefined();
  const due = retentionWith(undefined, { count: 1, unit: 'days' });
  expect(await due.archiveDue(CALLER)).toEqual({ refused: false, value: { archives: [], partitions: 0, upTo: null } });
  expect(await due.archiveDue(CALLER)).toBeUndefined();
});

test('what was counted of decisions stays, and what was not indexed of them is counted', async () => {
  const cluster = await services.clusterOf(node('a'));
  await live(cluster, 1);
  const edge = await endMonth();
  await live(cluster, 2);
  const totals = (): Promise<unknown> =>
    services.database.transaction(
      CALLER,
      (tx) =>
        readTotals(tx, { clusterId: cluster, filter: {}, groupBy: ['namespace', 'outcome'], offset: 0, limit: 10 }),
      { readOnly: true, snapshot: true },
    );
  const before = await totals();
  valueOf(await retention.archive(CALLER, { before: edge }));
  expect(await totals()).toEqual(before);
  expect(await decisionsOf(cluster)).toHaveLength(10);
});

test('the ledger goes on from the archive, and proofs are of what is there', async () => {
  const cluster = await services.clusterOf(node('a'));
  await live(cluster, 1);
  const edge = await endMonth();
  await live(cluster, 2);
  const {
    archives: [archive],
  } = valueOf(await retention.archive(CALLER, { before: edge }));
  expect(verifyText(await ledgerText(services.proofs, cluster), services.signingKey.verifier)).toMatchObject({
    holds: true,
    after: { revision: BigInt(archive?.revisions.last ?? 0) },
  });
  expect(await services.proofs.ledger(CALLER, cluster, { from: 1n, consume: () => Promise.resolve() })).toMatchObject({
    refusal: { kind: 'Archived', what: 'revision 1' },
  });
  expect(await services.proofs.inclusion(CALLER, cluster, { revision: 1n })).toMatchObject({
    refusal: { kind: 'Archived', what: 'revision 1' },
  });
  expect(await services.proofs.inclusion(CALLER, cluster, { position: 1n })).toMatchObject({
    refusal: { kind: 'Archived', what: 'position 1' },
  });
  const last = BigInt(archive?.revisions.last ?? 0);
  for (const revision of [last + 1n, last + 2n]) {
    const proved = valueOf(await services.proofs.inclusion(CALLER, cluster, { revision }));
    const { leafIndex, treeSize, path } = proved.revisionProof;
    const leaf = leafHash(sha256, Buffer.from(proved.revisionHash, 'hex'));
    const proof = {
      leafIndex: Number(leafIndex),
      treeSize: Number(treeSize),
      path: path.map((hash) => Buffer.from(hash, 'hex')),
    };
    expect(verifyInclusion(sha256, proof, { leaf, root: Buffer.from(proved.checkpoint.root, 'hex') })).toBe(true);
  }
});
