import { readTotals } from '#audit';
import { sha256 } from '#requests';
import { LogService, WatchService } from '#history';
import { PastClusters } from '#state';
import { leafHash, verifyInclusion } from '#ledger';
import { ProfileService, ReplayService } from '#scheduling';
import { CALLER, ledgerText, node, scheduleAll, type TestServices, valueOf, verifyText } from '#test-services';
import { ArchivingServices, TRACE_PAGE } from '../testing/archiving-services.js';
import type { RetentionService } from './retention.service.js';

let archiving: ArchivingServices;
let services: TestServices;
let retention: RetentionService;
beforeEach(async () => {
  archiving = await ArchivingServices.create();
  ({ services, retention } = archiving);
});
afterEach(() => archiving.drop());

test('what is archived is said to be, with its file, wherever it is asked for', async () => {
  const cluster = await services.clusterOf(node('a'));
  await archiving.live(cluster, 1);
  const [decision] = await archiving.decisionsOf(cluster);
  const dry = valueOf(
    await services.scheduling.schedule(CALLER, { ...scheduleAll(cluster), dryRun: true }, { wait: true }),
  ).id;
  const dryAt = (await services.clusters.get(CALLER, cluster).then(valueOf)).revision;
  valueOf(await services.import(cluster, [node('later')]));
  const edge = await archiving.endMonth();
  await archiving.live(cluster, 2);
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
  expect(await services.decisions.trace(CALLER, { cluster }, { id, ...TRACE_PAGE })).toEqual(
    archived(`decision ${id}`),
  );
  expect(await services.decisions.list(CALLER, { cluster }, { filter: { run }, pageSize: 10 })).toEqual(
    archived(`run ${run}`),
  );
  expect(await services.decisions.get(CALLER, { cluster }, `${run.replace(/^.{8}/, '00000000')}.0`)).toMatchObject({
    refusal: { kind: 'DecisionNotFound' },
  });
  for (const at of ['0', '1', `${BigInt(archive.positions.last) - 1n}`, 'revision:1', archive.times.first])
    expect(await archiving.past(cluster, at)).toEqual(archived(`the log at ${at}`));
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
    expect(await archiving.past(cluster, at)).toEqual({ refused: false, value: end });
  const now = await services.position(cluster);
  expect(await archiving.past(cluster, now)).toMatchObject({
    refused: false,
    value: { position: BigInt(now), isPresent: true },
  });
  expect(await archiving.past(cluster, '2020-01-01T00:00:00Z')).toMatchObject({ refusal: { kind: 'HistoryExpired' } });
});

test('later states are what they were, from the end of the archive on, and profiles say who changed them', async () => {
  const cluster = await services.clusterOf(node('a'));
  const profiles = new ProfileService(services.database, services.moments);
  valueOf(await profiles.create(CALLER, cluster, { profile: { schedulerName: 'own' } }));
  await archiving.live(cluster, 1);
  const edge = await archiving.endMonth();
  const positions = [await services.position(cluster)];
  await archiving.live(cluster, 2);
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

test('what was counted of decisions stays, and what was not indexed of them is counted', async () => {
  const cluster = await services.clusterOf(node('a'));
  await archiving.live(cluster, 1);
  const edge = await archiving.endMonth();
  await archiving.live(cluster, 2);
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
  expect(await archiving.decisionsOf(cluster)).toHaveLength(10);
});

test('the ledger goes on from the archive, and proofs are of what is there', async () => {
  const cluster = await services.clusterOf(node('a'));
  await archiving.live(cluster, 1);
  const edge = await archiving.endMonth();
  await archiving.live(cluster, 2);
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
