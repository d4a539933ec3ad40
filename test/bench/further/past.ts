import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ClusterMoments, DiffService } from '#history';
import { PastClusters, SnapshotKeeper } from '#state';
import { ClusterService, ObjectService } from '#cluster';
import { DEFAULT_TEAM_ID } from '#access';
import { type Outcome } from '#requests';
import { type Caller, Database, migrate, startEmbeddedPostgres } from '#database';
import { findKindByName, type KindDescription } from '#kubernetes';
import { writeLog } from '../../services/write-log.js';
import { Dice } from '../../oracle/generator/dice.js';
import { quantile } from '../quantile.js';
import type { FigureOptions, FigureValues, FurtherFigure } from './further-figure.js';
import { livedLog } from './lived-log.js';

const CALLER: Caller = {
  team: DEFAULT_TEAM_ID,
  roles: ['admin', 'auditor'],
  actor: 'bench',
  principal: 'bench',
  requestId: 'bench',
  client: 'bench',
  reason: '',
};
const MEBIBYTE = 2 ** 20;

/**
 * So many changes have been made for each pod that is there; and so many at least, for there are
 * no snapshots of a short log.
 */
const CHANGES_PER_POD = 20;
const LEAST_CHANGES = 50_000;
const PER_REVISION = 1_000;
/** What a diff is between. */
const APART = 1_000;

/**
 * A cluster of 50,000 pods with a million changes behind it: a page of its pods, and its counts, at positions at
 * random, each by services that have nothing in memory; the page again; and a diff of two such positions.
 */
export const past: FurtherFigure = {
  size: { nodes: 5_000, pods: 50_000, rounds: 30 },
  measure: async (options) => {
    const dataDir = mkdtempSync(join(tmpdir(), 'berth-past-'));
    const server = await startEmbeddedPostgres({ dataDir, durable: true, database: 'berth' });
    try {
      await migrate({ url: server.url });
      const database = new Database({ url: server.url, statementTimeouts: { short: 0, heavy: 0 } });
      try {
        return await measure(database, options);
      } finally {
        await database.close();
      }
    } finally {
      await server.stop();
      rmSync(dataDir, { recursive: true, force: true });
    }
  },
};

async function measure(database: Database, { nodes, pods, rounds, progress }: FigureOptions): Promise<FigureValues> {
  const changes = Math.max(pods * CHANGES_PER_POD, LEAST_CHANGES);
  const { id: clusterId } = valueOf(await servicesOf(database).clusters.create(CALLER, { name: 'lived' }));
  const logBegun = performance.now();
  for await (const written of writeLog(database, CALLER, {
    clusterId,
    changes: livedLog({ nodes, pods, changes }),
    perRevision: PER_REVISION,
  }))
    progress('writing', written, changes);
  const snapshotsBegun = performance.now();
  progress('making snapshots', 0, 1);
  const snapshots = await new SnapshotKeeper(database).keep(CALLER);
  const done = performance.now();
  const stored = await storedBytes(database);
  const dice = new Dice(1);
  const times: Record<'page' | 'again' | 'counts' | 'diff', number[]> = { page: [], again: [], counts: [], diff: [] };
  for (let round = 0; round < rounds; round += 1) {
    progress('reading', round, rounds);
    const at = dice.between(APART, changes - 1);
    const { clusters, objects } = servicesOf(database);
    const page = () =>
      objects.list(
        CALLER,
        { cluster: clusterId, at: String(at), kind: findKindByName('Pod') as KindDescription, namespace: '' },
        { limit: 50 },
      );
    times.page.push(await timed(page));
    times.again.push(await timed(page));
    times.counts.push(await timed(() => clusters.get(CALLER, { cluster: clusterId, at: String(at) })));
    times.diff.push(
      await timed(() =>
        servicesOf(database).diffs.diff(CALLER, { cluster: clusterId, from: String(at - APART), to: String(at) }),
      ),
    );
  }
  return {
    logSeconds: (snapshotsBegun - logBegun) / 1000,
    snapshots,
    snapshotSeconds: (done - snapshotsBegun) / 1000,
    ...stored,
    ...Object.fromEntries(
      Object.entries(times).flatMap(([name, ms]) => [
        [`${name}P50Ms`, quantile(ms, 0.5)],
        [`${name}P95Ms`, quantile(ms, 0.95)],
        [`${name}MaxMs`, Math.max(...ms)],
      ]),
    ),
    residentMiB: process.memoryUsage().rss / MEBIBYTE,
  };
}

/** Services that have nothing in memory. */
function servicesOf(database: Database) {
  const cold = new PastClusters();
  const moments = new ClusterMoments(cold);
  return {
    clusters: new ClusterService(database, moments),
    objects: new ObjectService(database, moments),
    diffs: new DiffService(database, cold),
  };
}

async function storedBytes(database: Database): Promise<FigureValues> {
  const rows = await database.transaction(CALLER, (tx) =>
    tx.query<{ snapshots: string; changes: string }>(
      `SELECT pg_total_relation_size('snapshot_chunks') AS snapshots,
       (SELECT sum(pg_total_relation_size(inhrelid)) FROM pg_inherits
         WHERE inhparent = 'changes'::regclass) AS changes`,
    ),
  );
  return { snapshotMiB: Number(rows[0]?.snapshots) / MEBIBYTE, changesMiB: Number(rows[0]?.changes) / MEBIBYTE };
}

async function timed(work: () => Promise<Outcome<unknown>>): Promise<number> {
  const begun = performance.now();
  valueOf(await work());
  return performance.now() - begun;
}

function valueOf<T>(outcome: Outcome<T>): T {
  if (outcome.refused) throw new Error(JSON.stringify(outcome.refusal));
  return outcome.value;
}
