import { setTimeout } from 'node:timers/promises';
import { classRequests, podTemplate } from '../made-workloads.js';
import { quantile } from '../quantile.js';
import type { BenchClient } from '../service/bench-client.js';
import { BenchService } from '../service/bench-service.js';
import { importBoundCluster } from '../service/bound-cluster.js';
import { tableBytes } from '../service/stored-bytes.js';
import type { FigureOptions, FigureValues, FurtherFigure } from './further-figure.js';

const MEBIBYTE = 2 ** 20;

/** Pods that come when the others are bound. */
const LATE_PODS = 1_000;

/**
 * A fork of a full cluster as it is; as it was shortly before, when a thousand objects have changed since; and
 * as it was when every pod has changed since: each as the first call after a start, then again and again. And
 * what a fork takes in PostgreSQL.
 */
export const forks: FurtherFigure = {
  size: { nodes: 5_000, pods: 50_000, rounds: 3 },
  measure: (options) => BenchService.with((service) => measure(service, options)),
};

async function measure(service: BenchService, options: FigureOptions): Promise<FigureValues> {
  const { rounds, progress } = options;
  const { clusterId, moments } = await fill(service.client, options);
  progress('keeping snapshots', 0, 1);
  await snapshotsKept(service, clusterId);
  const calls = Object.keys(moments).length * (rounds + 1);
  const values: Record<string, number> = {};
  let made = 0;
  for (const [name, at] of Object.entries(moments)) {
    const fork = async (): Promise<number> => {
      progress('forking', made, calls);
      return (await service.client.fork(clusterId, { name: `fork-${made++}`, at })).ms;
    };
    await service.restart();
    const { rssBytes } = service.memory();
    const before = await service.withDatabase(tableBytes);
    values[`${name}Ms`] = await fork();
    const again: number[] = [];
    for (let round = 0; round < rounds; round += 1) again.push(await fork());
    values[`${name}AgainMs`] = quantile(again, 0.5);
    Object.assign(values, growth(before, await service.withDatabase(tableBytes), rounds + 1));
    values['startedMiB'] = rssBytes / MEBIBYTE;
    values['peakMiB'] = Math.max(values['peakMiB'] ?? 0, service.memory().peakBytes / MEBIBYTE);
  }
  return values;
}

/** Imports all pods, schedules them, and imports some more; answers the ends of the three. */
async function fill(
  client: BenchClient,
  { nodes, pods, progress }: FigureOptions,
): Promise<{ readonly clusterId: string; readonly moments: Readonly<Record<string, string>> }> {
  progress('importing', 0, 1);
  const clusterId = await importBoundCluster(client, { nodes, boundPods: 0, pendingPods: pods }, () => undefined);
  const farPast = await client.position(clusterId);
  progress('scheduling', 0, 1);
  await client.schedule({ clusterId });
  const past = await client.position(clusterId);
  await client.import(clusterId, latePods());
  return { clusterId, moments: { present: await client.position(clusterId), past, farPast } };
}

function* latePods(): Iterable<object> {
  const { metadata, spec } = podTemplate('apps', classRequests(0));
  for (let index = 0; index < LATE_PODS; index += 1)
    yield { apiVersion: 'v1', kind: 'Pod', metadata: { ...metadata, name: `late-${index}` }, spec };
}

/** How far a log may be ahead of its last snapshot: so the service keeps them. */
const SNAPSHOTS = `SELECT h.position - coalesce(s.position, 0) < greatest(20000, s.objects / 2) AS kept
  FROM cluster_heads h
  LEFT JOIN LATERAL (SELECT position, objects FROM snapshots WHERE cluster_id = h.cluster_id ORDER BY position DESC
    LIMIT 1) s ON true WHERE h.cluster_id = $1`;

/**
 * Resolves when the service has caught up with its snapshots behind the log: what it does
 * there is not what a fork costs.
 */
async function snapshotsKept(service: BenchService, clusterId: string): Promise<void> {
  await service.withDatabase(async (database) => {
    for (;;) {
      const { rows } = await database.query<{ kept: boolean }>(SNAPSHOTS, [clusterId]);
      if (rows[0]?.kept === true) return;
      await setTimeout(POLL_MS);
    }
  });
}

const POLL_MS = 500;

/** Bytes that a fork added to the files, in all and a table. */
function growth(before: ReadonlyMap<string, number>, after: ReadonlyMap<string, number>, forks: number): FigureValues {
  const grown = [...after]
    .map(([table, bytes]) => [table, (bytes - (before.get(table) ?? 0)) / forks] as const)
    .filter(([, bytes]) => bytes > 0);
  return {
    bytesPerFork: grown.reduce((sum, [, bytes]) => sum + bytes, 0),
    ...Object.fromEntries(grown.map(([table, bytes]) => [`bytesPerFork.${table}`, bytes])),
  };
}
