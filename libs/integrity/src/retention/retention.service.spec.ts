import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sha256 } from '#requests';
import { createLedgerVerifier } from '#ledger';
import { CALLER, first, node, type TestServices, valueOf } from '#test-services';
import { ArchivingServices, TRACE_PAGE } from '../testing/archiving-services.js';
import type { ArchiveService } from './archive.service.js';
import { readGzip } from './gzip-file.js';
import type { RetentionService } from './retention.service.js';

let archiving: ArchivingServices;
let services: TestServices;
let root: string;
let retention: RetentionService;
let archives: ArchiveService;
beforeEach(async () => {
  archiving = await ArchivingServices.create();
  ({ services, root, retention, archives } = archiving);
});
afterEach(() => archiving.drop());

test('a month of two clusters is archived: files verify, decisions and traces are read, the rest goes on', async () => {
  const clusters = [await services.clusterOf(node('a')), await services.clusterOf(node('b'))];
  for (const cluster of clusters) await archiving.live(cluster, 1);
  const edge = await archiving.endMonth();
  const [one = '', two = ''] = clusters;
  const before = await archiving.decisionsOf(one);
  const traces = await Promise.all(before.map(({ id }) => archiving.traceOf(one, id)));
  const heads = await Promise.all(clusters.map((cluster) => services.position(cluster)));
  await archiving.live(one, 2);
  const later = (await archiving.decisionsOf(one)).slice(0, -before.length);

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
      before.map(async ({ id }) =>
        valueOf(await archives.trace(CALLER, one, { archive, decision: id, ...TRACE_PAGE })),
      ),
    ),
  ).toEqual(traces);
  expect(await archiving.decisionsOf(one)).toEqual(later);
  for (const { id } of later) await archiving.traceOf(one, id);
  await archiving.live(one, 3);
  await archiving.live(two, 3);
  for (const cluster of clusters) expect(await services.violations(cluster)).toEqual([]);
});

test('month by month, the log goes on from the archive before: nothing is left out, and nothing is twice', async () => {
  const cluster = await services.clusterOf(node('a'));
  const edges: Date[] = [];
  for (const round of [1, 2, 3]) {
    await archiving.live(cluster, round);
    edges.push(await archiving.endMonth());
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
    `SELECT name, convert_from(body, 'UTF8') AS body FROM changes WHERE cluster_id = $1 AND kind = 'HistoryArchive'
     ORDER BY position`,
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

test('a fork of what is archived, and an archived fork, go on', async () => {
  const cluster = await services.clusterOf(node('a'));
  await archiving.live(cluster, 1);
  const young = valueOf(await services.forks.fork(CALLER, { cluster, name: 'young' })).id;
  const firstEdge = await archiving.endMonth();
  const at = await services.position(cluster);
  await archiving.live(young, 2);
  await archiving.live(cluster, 2);
  const secondEdge = await archiving.endMonth();
  valueOf(await retention.archive(CALLER, { before: firstEdge }));
  const late = valueOf(await services.forks.fork(CALLER, { cluster, name: 'late', at })).id;
  expect(await services.forks.fork(CALLER, { cluster, name: 'too-early', at: '1' })).toMatchObject({
    refusal: { kind: 'Archived' },
  });
  for (const fork of [young, late]) await archiving.live(fork, 3);
  const { archives: made } = valueOf(await retention.archive(CALLER, { before: secondEdge }));
  expect(made.map(({ cluster: of }) => of).sort()).toEqual([cluster, young].sort());
  const origin = BigInt(valueOf(await services.clusters.get(CALLER, { cluster: young })).origin?.revision ?? 0);
  const { items } = valueOf(await archives.list(CALLER, { cluster: young, pageSize: 10 }));
  // Its first revision says where it comes from, and was of the first month.
  expect(items.map(({ revisions }) => revisions)).toEqual([
    { first: String(origin + 1n), last: String(origin + 1n) },
    { first: String(origin + 2n), last: String(origin + 5n) },
  ]);
  expect(await archiving.past(young, '1')).toMatchObject({ refusal: { kind: 'HistoryExpired', origin: cluster } });
  for (const fork of [young, late, cluster]) {
    await archiving.live(fork, 4);
    expect(await services.violations(fork)).toEqual([]);
  }
});

test('a cluster that was deleted is archived as well', async () => {
  const cluster = await services.clusterOf(node('a'));
  await archiving.live(cluster, 1);
  valueOf(await services.clusters.delete(CALLER, cluster));
  const edge = await archiving.endMonth();
  const {
    archives: [archive],
  } = valueOf(await retention.archive(CALLER, { before: edge }));
  expect(archive).toMatchObject({ cluster, decisions: '10' });
  expect(await archiving.countOf('decisions')).toBe(0);
  expect(await services.violations(cluster)).toEqual([]);
});

test('what is archived is said, or set, and over', async () => {
  expect(await retention.archive(CALLER)).toMatchObject({
    refusal: { problems: [{ field: 'before', reason: 'FieldValueRequired' }] },
  });
  expect(await retention.archive(CALLER, { before: new Date(Date.now() + 60_000) })).toMatchObject({
    refusal: { problems: [{ field: 'before', message: 'must not be later than now' }] },
  });
  expect(await retention.archiveDue(CALLER)).toBeUndefined();
  const due = archiving.retentionWith({ keep: { count: 1, unit: 'days' } });
  expect(await due.archiveDue(CALLER)).toEqual({ refused: false, value: { archives: [], partitions: 0, upTo: null } });
  expect(await due.archiveDue(CALLER)).toBeUndefined();
});
