import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Caller } from '#access';
import { ClusterService, ObjectService, OverviewService } from '#cluster';
import { type Outcome } from '#requests';
import { Database, Lease, migrate, startEmbeddedPostgres } from '#database';
import { ClusterMoments, LogService } from '#history';
import { PastClusters } from '#state';
import { DecisionService, SchedulingService } from '#scheduling';
import { ImportService } from '#transfer';
import { CALLER, chunksOf, kindNamed, node, pod, scheduleAll, valueOf } from '../../services/test-services.js';
import { quantile } from '../quantile.js';
import type { FigureOptions, FigureValues, FurtherFigure } from './further-figure.js';

/** Clusters of the team beside the one that is read: the second wall asks for all of them. */
const OTHER_CLUSTERS = 200;
const WARM_UP = 10;

type Question = (caller: Caller, cluster: string) => Promise<Outcome<unknown>>;

/**
 * What the row-level security of the database adds to reads: each as a reader, and as the engine, which no policy is
 * asked for, in turn; the medians of both, and their ratio.
 */
export const secondWall: FurtherFigure = {
  size: { nodes: 500, pods: 5_000, rounds: 200 },
  measure: async (options) => {
    const dataDir = mkdtempSync(join(tmpdir(), 'berth-wall-'));
    const server = await startEmbeddedPostgres({ dataDir, durable: false, database: 'berth' });
    try {
      await migrate({ url: server.url });
      return await measure(server.url, options);
    } finally {
      await server.stop();
      rmSync(dataDir, { recursive: true, force: true });
    }
  },
};

async function measure(url: string, options: FigureOptions): Promise<FigureValues> {
  const database = new Database({ url });
  try {
    const cluster = await filled(url, database, options);
    const [walled, open] = [questions(database), questions(asEngine(database))];
    const values: Record<string, number> = {};
    for (const [name, asked] of Object.entries(walled)) {
      const [reader, engine] = await compared([asked, open[name] ?? asked], cluster, options.rounds);
      values[`${name}ReaderMs`] = reader;
      values[`${name}EngineMs`] = engine;
      values[`${name}Ratio`] = reader / engine;
    }
    return values;
  } finally {
    await database.close();
  }
}

/** The same database, whose readers stand behind the wall. */
function asEngine(database: Database): Database {
  return new Proxy(database, {
    get: (target, name) => {
      const value: unknown = Reflect.get(target, name, target);
      if (name === 'transaction')
        return (caller: Caller, fn: never, how: object) => target.transaction(caller, fn, { ...how, role: 'engine' });
      return typeof value === 'function' ? (value.bind(target) as unknown) : value;
    },
  });
}

async function filled(url: string, database: Database, { nodes, pods, progress }: FigureOptions): Promise<string> {
  const clusters = new ClusterService(database, new ClusterMoments(new PastClusters()));
  for (let index = 0; index < OTHER_CLUSTERS; index += 1) {
    valueOf(await clusters.create(CALLER, { name: `other-${index}` }));
    progress('clusters', index + 1, OTHER_CLUSTERS);
  }
  const { id } = valueOf(await clusters.create(CALLER, { name: 'read' }));
  const items = [
    ...Array.from({ length: nodes }, (_, index) => node(`node-${index}`, { cpu: '16', memory: '64Gi', pods: '110' })),
    ...Array.from({ length: pods }, (_, index) => pod(`pod-${index}`, { cpu: '100m', memory: '128Mi' })),
  ];
  const manifests = chunksOf(JSON.stringify({ apiVersion: 'v1', kind: 'List', items }), 65_536);
  valueOf(await new ImportService(database).import(CALLER, { cluster: id, onError: 'abort', manifests }));
  const lease = new Lease(url, id);
  await lease.acquire();
  const scheduling = new SchedulingService(database, { lease, onFailure: () => undefined });
  valueOf(await scheduling.schedule(CALLER, scheduleAll(id), { wait: true }));
  await scheduling.settle();
  await lease.release();
  return id;
}

function questions(database: Database): Readonly<Record<string, Question>> {
  const moments = new ClusterMoments(new PastClusters());
  const clusters = new ClusterService(database, moments);
  const objects = new ObjectService(database, moments);
  const overview = new OverviewService(database, moments);
  const decisions = new DecisionService(database);
  const log = new LogService(database);
  const pods = (cluster: string) => ({ cluster, kind: kindNamed('Pod'), namespace: 'default' });
  return {
    cluster: (caller, cluster) => clusters.get(caller, cluster),
    pod: (caller, cluster) => objects.get(caller, pods(cluster), 'pod-7'),
    podPage: (caller, cluster) => objects.list(caller, pods(cluster), { limit: 50 }),
    latePodPage: (caller, cluster) =>
      objects.list(caller, pods(cluster), { limit: 50, after: { namespace: 'default', name: 'pod-7' } }),
    allPods: (caller, cluster) => objects.list(caller, pods(cluster)),
    podCount: (caller, cluster) => objects.count(caller, pods(cluster)),
    decisionPage: (caller, cluster) => decisions.list(caller, cluster, { pageSize: 50, filter: {} }),
    changePage: (caller, cluster) => log.changes(caller, cluster, { filter: {}, pageSize: 50 }),
    states: (caller, cluster) => overview.states(caller, cluster),
  };
}

/** The medians of both, in milliseconds, asked in turn. */
async function compared(
  both: readonly [Question, Question],
  cluster: string,
  rounds: number,
): Promise<readonly [number, number]> {
  const times: [number[], number[]] = [[], []];
  for (let round = -WARM_UP; round < rounds; round += 1) {
    for (const index of [0, 1] as const) {
      const began = performance.now();
      valueOf(await both[index](CALLER, cluster));
      if (round >= 0) times[index].push(performance.now() - began);
    }
  }
  return [quantile(times[0], 0.5), quantile(times[1], 0.5)];
}
