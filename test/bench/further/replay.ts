import { fileURLToPath } from 'node:url';
import { importObjects, type BerthClient, type Schemas } from '#client';
import { runDemo } from '#demo';
import { readRecordings, recordingFiles } from '../../conformance/read-recordings.js';
import { scenarioManifests } from '../../conformance/scenario-objects.js';
import type { Scenario } from '../../conformance/recording.js';
import { BenchService } from '../service/bench-service.js';
import { importBoundCluster, pendingPodName } from '../service/bound-cluster.js';
import type { FigureOptions, FigureValues, FurtherFigure } from './further-figure.js';

/**
 * Deciding again what was decided: the demo, one pod after the other on a full cluster, and every scenario of the
 * recordings. A difference is a failure.
 */
export const replay: FurtherFigure = {
  size: { nodes: 5_000, pods: 50_000, rounds: 500 },
  measure: (options) =>
    BenchService.with(async (service) => {
      const client = service.client.api;
      return {
        ...(await ofDemo(client, options)),
        ...(await ofSinglePods(service, client, options)),
        ...(await ofRecordings(client, options)),
      };
    }),
};

async function ofDemo(client: BerthClient, { progress }: FigureOptions): Promise<FigureValues> {
  progress('the demo', 0, 1);
  const { run } = await runDemo(client, 'demo', {
    importing: () => undefined,
    scheduling: (done, of) => {
      progress('scheduling the demo', done, of);
    },
  });
  progress('replaying the demo', 0, 1);
  const report = await replayed(client, 'demo');
  return {
    demoDecisions: report.decisions,
    demoPerSecond: report.decisionsPerSecond,
    demoMs: report.durationMs,
    demoTimesRun: report.durationMs / run.durations.totalMs,
  };
}

/** A part each: what is between two of them is read from the log. */
async function ofSinglePods(
  service: BenchService,
  client: BerthClient,
  { nodes, pods, rounds, progress }: FigureOptions,
): Promise<FigureValues> {
  const cluster = await importBoundCluster(
    service.client,
    { nodes, boundPods: pods, pendingPods: rounds },
    (done, of) => {
      progress('importing', done, of);
    },
  );
  const begun = performance.now();
  for (let index = 0; index < rounds; index += 1) {
    progress('scheduling one pod', index, rounds);
    await service.client.schedule({ clusterId: cluster, pods: { names: [pendingPodName(index)] } });
  }
  const runsMs = performance.now() - begun;
  progress('replaying single pods', 0, 1);
  const report = await replayed(client, cluster);
  return {
    singleDecisions: report.decisions,
    singlePerSecond: report.decisionsPerSecond,
    singleMs: report.durationMs,
    singleTimesRuns: report.durationMs / runsMs,
  };
}

const RECORDINGS = fileURLToPath(new URL('../../../../test/conformance/recordings/', import.meta.url));
const PREEMPTIONS = ['nominate', 'evict', 'off'] as const;

/** Each scenario in a cluster of its own; what the service does not admit is left out. */
async function ofRecordings(client: BerthClient, { rounds, progress }: FigureOptions): Promise<FigureValues> {
  const scenarios = recordingFiles(RECORDINGS).flatMap((file) =>
    [...readRecordings(file)].slice(0, rounds).map(({ scenario }) => scenario),
  );
  const sum = { decisions: 0, durationMs: 0 };
  for (const [index, scenario] of scenarios.entries()) {
    progress('replaying scenarios', index, scenarios.length);
    const { decisions, durationMs } = await ofScenario(client, scenario, index);
    sum.decisions += decisions;
    sum.durationMs += durationMs;
  }
  return {
    recordedScenarios: scenarios.length,
    recordedDecisions: sum.decisions,
    recordedPerSecond: (sum.decisions * 1000) / sum.durationMs,
  };
}

async function ofScenario(client: BerthClient, scenario: Scenario, index: number): Promise<Schemas['ReplayReport']> {
  const cluster = `scenario-${index}`;
  await client.post('/v1/clusters', { body: { name: cluster } });
  await importObjects(client, cluster, { objects: scenarioManifests(scenario), onError: 'skip' });
  await client.post('/v1/clusters/{cluster}/runs', {
    params: { path: { cluster } },
    body: {
      preemption: PREEMPTIONS[index % PREEMPTIONS.length] ?? 'nominate',
      ...(index % 2 === 0 ? { tieBreak: 'first' } : { tieBreak: 'seeded', seed: String(index) }),
      profile: scenario.profile ?? {},
      allowEmpty: true,
    },
  });
  return replayed(client, cluster);
}

/** What came of it, when nothing came out otherwise. */
export async function replayed(client: BerthClient, cluster: string): Promise<Schemas['ReplayReport']> {
  const answer = await client.post('/v1/clusters/{cluster}/replays', { params: { path: { cluster } }, body: {} });
  const report = answer as Schemas['ReplayReport'];
  if (report.identical !== report.decisions)
    throw new Error(
      `${cluster}: ${report.different} of ${report.decisions} decisions differ: ` +
        `${JSON.stringify(report.differences[0] ?? report.notCompared[0])}`,
    );
  return report;
}
