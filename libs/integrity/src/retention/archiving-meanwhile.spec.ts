import { readdirSync } from 'node:fs';
import { CALLER, first, node, type TestServices, valueOf } from '#test-services';
import { commit, complete, Draft, lockHead, renewHead } from '#writes';
import { ArchivingServices } from '../testing/archiving-services.js';
import type { ArchiveService } from './archive.service.js';
import type { ArchiveReport, ArchiveRequest, RetentionService } from './retention.service.js';

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

test.each(['written', 'settled', 'named'] as const)(
  'what ends when it is %s is begun again: nothing is lost, and nothing is done twice',
  async (step) => {
    const clusters = [await services.clusterOf(node('a')), await services.clusterOf(node('b'))];
    for (const cluster of clusters) await archiving.live(cluster, 1);
    const edge = await archiving.endMonth();
    const before = await Promise.all(clusters.map((cluster) => archiving.decisionsOf(cluster)));
    const dying = archiving.retentionWith({
      progress: (reached) => {
        if (reached.step === step) throw new Error(`ended when ${step}`);
      },
    });
    const reports: ArchiveReport[] = [];
    const settled: ArchiveRequest['settled'] = async (tx, made) => {
      reports.push(made);
      await tx.execute("UPDATE clusters SET name = name || '-archived' WHERE id = $1", [clusters[0]]);
    };
    await expect(dying.archive(CALLER, { before: edge, settled })).rejects.toThrow(`ended when ${step}`);
    expect(await Promise.all(clusters.map((cluster) => archiving.decisionsOf(cluster)))).toEqual(before);
    expect(valueOf(await archives.list(CALLER, { pageSize: 10 })).items).toEqual([]);
    expect(await archiving.countOf("changes WHERE op = 'note'")).toBe(0);
    // What is stored with the month goes with it.
    expect(reports).toHaveLength(step === 'written' ? 0 : 1);
    expect(await archiving.countOf("clusters WHERE name LIKE '%-archived'")).toBe(0);

    const report: ArchiveReport = valueOf(await retention.archive(CALLER, { before: edge, settled }));
    expect(reports.at(-1)).toEqual(report);
    expect(await archiving.countOf("clusters WHERE name LIKE '%-archived'")).toBe(1);
    expect(report.archives.map(({ cluster }) => cluster)).toEqual(clusters);
    expect(
      readdirSync(root, { recursive: true })
        .filter((name) => String(name).includes('.'))
        .sort(),
    ).toEqual(report.archives.flatMap(({ ledgerFile, tracesFile }) => [ledgerFile.path, tracesFile.path]).sort());
    expect(await archiving.countOf("changes WHERE op = 'note'")).toBe(2);
    for (const [index, cluster] of clusters.entries()) {
      const read = (before[index] ?? []).map(async ({ id }) =>
        valueOf(await archives.decision(CALLER, cluster, { archive: report.archives[index]?.id ?? '', decision: id })),
      );
      expect(await Promise.all(read)).toEqual(before[index]);
    }
  },
);

test('archiving gives way to whoever works, and they to it', async () => {
  const cluster = await services.clusterOf(node('a'));
  await archiving.live(cluster, 1);
  const edge = await archiving.endMonth();
  const working = (async () => {
    for (const round of [2, 3, 4, 5]) await archiving.live(cluster, round);
  })();
  const answers = await Promise.all([
    retention.archive(CALLER, { before: edge }),
    archiving.retentionWith().archive(CALLER, { before: edge }),
  ]);
  await working;
  expect(answers.map(({ refused }) => refused).sort()).toEqual([false, true]);
  expect(answers.find(({ refused }) => refused)).toMatchObject({ refusal: { kind: 'ArchivingUnderWay' } });
  expect(await archiving.decisionsOf(cluster)).toHaveLength(4 * 10);
});

/** Writers of a cluster, each of which holds its head until the next one waits for it. */
function relayOf(cluster: string): { readonly stop: () => Promise<void> } {
  let isStopped = false;
  const isAwaited = async (): Promise<boolean> =>
    (await services.rows("SELECT FROM pg_locks WHERE NOT granted AND locktype = 'advisory'")).length > 0;
  const hold = (): Promise<void> =>
    services.database.transaction(CALLER, async (tx) => {
      await lockHead(tx, cluster);
      if (isStopped) return;
      next = hold();
      while (!(await isAwaited()) && !isStopped);
    });
  let next = hold();
  return {
    stop: async () => {
      isStopped = true;
      for (let last; last !== next;) await (last = next);
    },
  };
}

test('archiving gets its turn where writers of a cluster follow each other without a pause', async () => {
  const cluster = await services.clusterOf(node('a'));
  await archiving.live(cluster, 1);
  const edge = await archiving.endMonth();
  const relay = relayOf(cluster);
  const answer = await archiving.retentionWith({ brieflyMs: 0 }).archive(CALLER, { before: edge });
  await relay.stop();
  expect(valueOf(answer).archives).toHaveLength(1);
});

/** A revision of a cluster that a transaction writes which began before the edge, when it is let go. */
function overdue(cluster: string): { readonly begun: Promise<void>; readonly write: () => Promise<void> } {
  const { database } = services;
  let [begin, write]: (() => void)[] = [];
  const begun = new Promise<void>((resolve) => (begin = resolve));
  const isDue = new Promise<void>((resolve) => (write = resolve));
  const written = database.transaction(CALLER, async (tx) => {
    // As where the clock is put back by what passes.
    Object.assign(tx, { advanceTime: () => undefined, refreshTime: () => Promise.resolve() });
    begin?.();
    await isDue;
    const draft = new Draft({ head: await renewHead(tx, cluster), at: tx.at });
    draft.note({ op: 'note', apiVersion: 'berth/v1', kind: 'Late', namespace: '', name: 'late', uid: '', body: {} });
    await commit(tx, await complete({ tx, draft, database }), { headHeld: true });
  });
  return {
    begun,
    write: () => {
      write?.();
      return written;
    },
  };
}

test('what is written before an edge while it is archived is archived with it', async () => {
  const clusters = [await services.clusterOf(node('a')), await services.clusterOf(node('b'))];
  await archiving.live(clusters[0] ?? '', 1);
  const late = overdue(clusters[1] ?? '');
  await late.begun;
  const edge = await archiving.endMonth();
  const { checkpointer } = services.checkpoints;
  const sign = checkpointer.at.bind(checkpointer);
  checkpointer.at = async (...asked) => {
    await late.write();
    return sign(...asked);
  };
  const { archives: made } = valueOf(await retention.archive(CALLER, { before: edge }));
  expect(made.map(({ cluster, revisions }) => [cluster, revisions.last])).toEqual([
    [clusters[0], made[0]?.revisions.last],
    [clusters[1], '2'],
  ]);
  expect(await archiving.countOf(`revisions WHERE at < '${edge.toISOString()}'`)).toBe(0);
});

test('an edge that is to come again, as the clock was put back, is left for later', async () => {
  const cluster = await services.clusterOf(node('a'));
  await archiving.live(cluster, 1);
  const edge = await archiving.endMonth();
  const { database } = services;
  const transaction: typeof database.transaction = (caller, work, options) =>
    database.transaction(
      caller,
      (tx) => work(options?.readOnly === true ? tx : Object.assign(tx, { now: new Date(edge.getTime() - 1) })),
      options,
    );
  const skewed = Object.assign(Object.create(database) as typeof database, { transaction });
  const behind = archiving.retentionWith({ database: skewed });
  expect(await behind.archive(CALLER, { before: edge })).toMatchObject({ refusal: { kind: 'ClusterBusy' } });
  expect(readdirSync(root, { recursive: true }).filter((name) => String(name).includes('.'))).toEqual([]);
  expect(valueOf(await retention.archive(CALLER, { before: edge })).archives).toHaveLength(1);
});

test('what was tampered with is not archived, and stays as it is', async () => {
  const cluster = await services.clusterOf(node('a'));
  await archiving.live(cluster, 1);
  const edge = await archiving.endMonth();
  await services.connected(async (client) => {
    await client.query('SET session_replication_role = replica');
    await client.query("UPDATE changes SET name = 'other' WHERE cluster_id = $1 AND position = 3", [cluster]);
  });
  const counts = await Promise.all(['changes', 'decisions'].map((table) => archiving.countOf(table)));
  expect(await retention.archive(CALLER, { before: edge })).toEqual({
    refused: true,
    refusal: {
      kind: 'HistoryNotSigned',
      cluster,
      message:
        'its archive does not hold: line 4, revision 2: the revision holds changes or ' +
        'decisions other than those hashed',
    },
  });
  expect(await Promise.all(['changes', 'decisions'].map((table) => archiving.countOf(table)))).toEqual(counts);
});

test('a log whose clock was put back over the edge is not cut there', async () => {
  const cluster = await services.clusterOf(node('a'));
  await archiving.live(cluster, 1);
  const edge = await archiving.endMonth();
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
  const edge = await archiving.endMonth();
  const drop = (at: string): Promise<unknown> =>
    services.database.transaction(CALLER, (tx) => tx.query('SELECT berth_drop_archived($1)', [at]));
  await expect(drop(edge.toISOString())).rejects.toThrow(`1 revisions of cluster ${cluster} are in no archive`);
  await expect(drop(new Date(edge.getTime() - 1).toISOString())).rejects.toThrow('no partitions end at');
  const { last } = first(
    await services.rows<{ last: Date }>('SELECT max(upper_bound) AS last FROM berth_partitions()'),
  );
  await expect(drop(last.toISOString())).rejects.toThrow('what is to come is not archived yet');
});
