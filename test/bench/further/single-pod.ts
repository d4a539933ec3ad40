import type pg from 'pg';
import { quantile } from '../quantile.js';
import { BenchService } from '../service/bench-service.js';
import { importBoundCluster, pendingPodName } from '../service/bound-cluster.js';
import { tableBytes } from '../service/stored-bytes.js';
import type { FigureOptions, FigureValues, FurtherFigure } from './further-figure.js';

/** Calls before the clock runs: the process has compiled what it runs. */
const WARM_UP = 50;

/**
 * `schedule` of one pod through GraphQL on a warm cluster, in turns with a bare commit: one row inserted through one
 * connection, which is the least that anything durable costs on this server.
 */
export const singlePod: FurtherFigure = {
  size: { nodes: 5000, pods: 50_000, rounds: 2000 },
  measure: (options) => BenchService.with((service) => measure(service, options)),
};

async function measure(service: BenchService, { nodes, pods, rounds, progress }: FigureOptions): Promise<FigureValues> {
  const size = { nodes, boundPods: pods, pendingPods: WARM_UP + rounds };
  const clusterId = await importBoundCluster(service.client, size, (done, of) => {
    progress('importing', done, of);
  });
  return service.withDatabase(async (database) => {
    const commit = await commitOf(database);
    const turn = async (index: number): Promise<readonly [scheduleMs: number, commitMs: number]> => {
      const { ms } = await service.client.schedule({ clusterId, pods: { names: [pendingPodName(index)] } });
      return [ms, await commit()];
    };
    for (let index = 0; index < WARM_UP; index += 1) await turn(index);
    const kept = await compacted(database);
    const turns: (readonly [number, number])[] = [];
    for (let index = 0; index < rounds; index += 1) {
      progress('calling', index, rounds);
      turns.push(await turn(WARM_UP + index));
    }
    const grown = growth(kept, await tableBytes(database), rounds);
    return { ...times(turns), bytesPerRun: total(grown), ...byTable(growth(kept, await compacted(database), rounds)) };
  });
}

/** In a schema of its own, which is not counted. A transaction of one statement is one round trip. */
async function commitOf(database: pg.Client): Promise<() => Promise<number>> {
  await database.query('SET synchronous_commit = on');
  await database.query('CREATE SCHEMA bench');
  await database.query(
    'CREATE TABLE bench.commits (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, at timestamptz NOT NULL)',
  );
  return async () => {
    const begun = performance.now();
    await database.query({ name: 'commit', text: 'INSERT INTO bench.commits (at) VALUES (now())' });
    return performance.now() - begun;
  };
}

/** Bytes a table without what updates have left behind. */
async function compacted(database: pg.Client): Promise<ReadonlyMap<string, number>> {
  await database.query('VACUUM (FULL, ANALYZE)');
  return tableBytes(database);
}

function growth(
  before: ReadonlyMap<string, number>,
  after: ReadonlyMap<string, number>,
  rounds: number,
): Map<string, number> {
  return new Map([...after].map(([table, bytes]) => [table, (bytes - (before.get(table) ?? 0)) / rounds]));
}

function total(bytes: ReadonlyMap<string, number>): number {
  return [...bytes.values()].reduce((sum, value) => sum + value, 0);
}

/** What stays when updates are cleaned up after, in all and of each table that grew. */
function byTable(kept: ReadonlyMap<string, number>): FigureValues {
  const grown = [...kept].filter(([, bytes]) => bytes > 0);
  return {
    keptBytesPerRun: total(kept),
    ...Object.fromEntries(grown.map(([table, bytes]) => [`keptBytesPerRun.${table}`, bytes])),
  };
}

function times(turns: readonly (readonly [scheduleMs: number, commitMs: number])[]): FigureValues {
  const schedules = turns.map(([ms]) => ms);
  const commits = turns.map(([, ms]) => ms);
  const [scheduleP50Ms, commitP50Ms] = [quantile(schedules, 0.5), quantile(commits, 0.5)];
  return {
    scheduleP50Ms,
    scheduleP99Ms: quantile(schedules, 0.99),
    commitP50Ms,
    commitP99Ms: quantile(commits, 0.99),
    timesCommitP50: scheduleP50Ms / commitP50Ms,
  };
}
