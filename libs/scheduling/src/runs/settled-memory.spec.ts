import { ExtenderCalls } from '../extenders/index.js';
import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { cases } from '#test-cases';
import { WarmClusters, WarmCluster } from '#state';
import { seenState, CALLER, node, pod, scheduleAll, TestServices, valueOf } from '#test-services';
import { RunExecution } from './run-execution.js';
import type { Run } from './run.js';
import type { ScheduleRequest } from './schedule-request.js';
import { UsedProfiles } from './commit/index.js';

let services: TestServices;
beforeAll(async () => {
  services = await TestServices.create();
});
afterAll(() => services.drop());

const LOOKED = { resources: ['cpu', 'memory'], images: [], claims: [] };

/** What a process that decides and one that starts now see of a cluster. */
function bothSee(
  cluster: string,
  deciding: WarmClusters,
): Promise<{ readonly settled: unknown; readonly anew: unknown }> {
  return deciding.use(cluster, (warm) =>
    services.database.transaction(
      CALLER,
      async (tx) => ({
        settled: seenState(await warm.read(tx), LOOKED),
        anew: seenState(await new WarmCluster(cluster).read(tx), LOOKED),
      }),
      { snapshot: true, readOnly: true },
    ),
  );
}

async function decide(clusters: WarmClusters, request: ScheduleRequest, partPods: number): Promise<Run> {
  const { database } = services;
  return valueOf(
    await new RunExecution({
      extenders: new ExtenderCalls(),
      database,
      clusters,
      caller: CALLER,
      clusterId: request.cluster,
      runId: randomUUID(),
      owner: randomUUID(),
      request,
      partPods,
      usedProfiles: new UsedProfiles(database),
      announced: false,
      deadlineMs: 20_000,
    }).run(),
  );
}

const labels = fc.record({ app: fc.constantFrom('a', 'b') });
const somePod = fc.record({ labels, cpu: fc.constantFrom('1', '2'), priority: fc.nat(2), inView: fc.boolean() });
const round = fc.record({
  pods: fc.array(somePod, { maxLength: 8 }),
  partPods: fc.integer({ min: 1, max: 20 }),
  dryRun: fc.boolean(),
  byName: fc.boolean(),
  budget: fc.boolean(),
  preemption: fc.constantFrom('off' as const, 'nominate' as const, 'evict' as const),
  twins: fc.integer({ min: 0, max: 20 }),
});

test('whoever decided sees what one who starts now reads, whatever the parts came to', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(round, { minLength: 1, maxLength: 4 }), async (rounds) => {
      const cluster = await services.clusterOf(
        node('a', { cpu: '9', memory: '8Gi', pods: '20' }),
        node('b', { cpu: '9', memory: '8Gi', pods: '20' }),
      );
      const clusters = new WarmClusters();
      for (const [index, { pods, twins, budget, byName, partPods, dryRun, preemption }] of rounds.entries()) {
        const items = pods.map(({ labels: of, cpu, priority, inView }, at) => {
          const some = pod(`p${index}-${at}`, { cpu }, { priority }) as { readonly metadata: object };
          return {
            ...some,
            metadata: { ...some.metadata, labels: of },
            ...(inView && { status: { nominatedNodeName: 'a' } }),
          };
        });
        const more = Array.from({ length: twins }, (_, at) => pod(`t${index}-${at}`, { cpu: '10m' }));
        const budgets = budget
          ? [
              {
                apiVersion: 'policy/v1',
                kind: 'PodDisruptionBudget',
                metadata: { name: `b${index}`, namespace: 'default' },
                spec: { minAvailable: 1, selector: { matchLabels: { app: 'a' } } },
              },
            ]
          : [];
        const objects = [...items, ...more, ...budgets];
        if (objects.length > 0) valueOf(await services.import(cluster, objects));
        const names = items.map((_, at) => `default/p${index}-${at}`);
        const request = {
          ...scheduleAll(cluster),
          allowEmpty: true,
          ...(byName && names.length > 0 ? { pods: { names } } : {}),
          dryRun,
          preemption,
        };
        await decide(clusters, request, partPods);
        const { settled, anew } = await bothSee(cluster, clusters);
        expect(settled).toEqual(anew);
      }
    }),
    { numRuns: cases(40) },
  );
}, 120_000);
