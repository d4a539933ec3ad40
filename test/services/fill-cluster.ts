import { ProfileService, type ScheduleRequest } from '#scheduling';
import { CALLER, kindNamed, manifest, node, pod, scheduleAll, valueOf, type TestServices } from './test-services.js';

const range = (count: number): number[] => Array.from({ length: count }, (_, index) => index);

/** An extender that is asked, and does not answer. */
const ABSENT = { urlPrefix: 'http://127.0.0.1:9', filterVerb: 'filter', ignorable: true };

/**
 * A cluster with something of everything: imports, later ones that change what is there, runs of several parts, of one
 * pod and of other profiles, one of which asks an extender, seeded ones, preemption that nominates and that evicts, a
 * pod that fits nowhere, dry runs, bindings that others decided, objects that were changed and deleted, a budget,
 * idempotency keys, and traces kept whole and in part. Answers its id.
 */
export async function fillCluster(services: TestServices, name: string): Promise<string> {
  const settings = { name };
  const idempotency = { key: `make-${name}`, operation: 'createCluster', request: settings };
  const { id: cluster } = valueOf(await services.clusters.create(CALLER, settings, { idempotency }));
  await importAll(services, cluster);
  await runAll(services, cluster);
  await writeAll(services, cluster);
  await preempt(services, cluster);
  await keepLess(services, cluster);
  return cluster;
}

async function importAll(services: TestServices, cluster: string): Promise<void> {
  const nodes = range(12).map((index) =>
    node(`n${index}`, { cpu: '8', memory: '32Gi', 'ephemeral-storage': '100Gi', 'nvidia.com/gpu': String(index % 3) }),
  );
  const pods = range(60).map((index) =>
    pod(
      `p${index}`,
      { cpu: `${100 + (index % 7) * 50}m`, memory: '256Mi' },
      index % 5 === 0 ? { nodeSelector: { none: 'such' } } : {},
    ),
  );
  const budget = {
    apiVersion: 'policy/v1',
    kind: 'PodDisruptionBudget',
    metadata: { name: 'some', namespace: 'default' },
    spec: { minAvailable: 2, selector: {} },
  };
  valueOf(await services.import(cluster, [...nodes, ...pods, budget]));
  valueOf(
    await services.import(cluster, [
      node('n0', { cpu: '9', memory: '32Gi' }),
      pod('bound', { cpu: '1' }, { nodeName: 'n1' }),
    ]),
  );
  const gpu = { 'nvidia.com/gpu': '1' };
  const again = [
    pod('imported', {}, { containers: [{ name: 'c', image: 'i', resources: { requests: gpu, limits: gpu } }] }),
  ];
  const text = JSON.stringify({ apiVersion: 'v1', kind: 'List', items: again });
  const idempotency = { key: `import-${cluster}`, operation: 'import', request: text };
  valueOf(await services.imports.import(CALLER, { cluster, onError: 'abort', manifests: once(text), idempotency }));
}

async function* once(text: string): AsyncIterable<string> {
  yield await Promise.resolve(text);
}

async function runAll(services: TestServices, cluster: string): Promise<void> {
  const run = async (request: Partial<ScheduleRequest>, key?: string): Promise<void> => {
    const idempotency =
      key === undefined ? {} : { idempotency: { key: `${key}-${cluster}`, operation: 'schedule', request: { key } } };
    valueOf(
      await services.scheduling.schedule(
        CALLER,
        { ...scheduleAll(cluster), ...request },
        { wait: true, ...idempotency },
      ),
    );
  };
  await run({ dryRun: true });
  const parts = services.anotherProcess({ partPods: 20 });
  valueOf(await parts.scheduling.schedule(CALLER, scheduleAll(cluster), { wait: true }));
  await parts.close();
  valueOf(
    await services.import(
      cluster,
      range(30).map((index) => pod(`q${index}`, { cpu: `${50 + (index % 4) * 25}m` })),
    ),
  );
  await run({ pods: { names: ['default/q0'] } }, 'one');
  await run(
    { pods: { names: ['default/q1', 'default/q0'] }, tieBreak: 'seeded', seed: 18_446_744_073_709_551_615n },
    'seeded',
  );
  const packing = {
    schedulerName: 'packing',
    pluginConfig: [
      {
        name: 'NodeResourcesFit',
        args: { scoringStrategy: { type: 'MostAllocated', resources: [{ name: 'cpu', weight: 1 }] } },
      },
    ],
  };
  const profiles = new ProfileService(services.database, services.moments);
  valueOf(
    await profiles.create(CALLER, cluster, {
      profile: packing,
      idempotency: { key: `profile-${cluster}`, operation: 'createProfile', request: packing },
    }),
  );
  await run({ pods: { names: range(10).map((index) => `default/q${2 + index}`) }, profile: 'packing' });
  await run({
    profile: { schedulerName: 'inline', plugins: { score: { disabled: [{ name: '*' }] } }, extenders: [ABSENT] },
    pods: { names: ['default/q12'] },
  });
  await run({}, 'rest');
}

async function writeAll(services: TestServices, cluster: string): Promise<void> {
  const pods = { cluster, kind: kindNamed('Pod'), namespace: 'default' };
  const created = manifest({ ...pod('created', { cpu: '50m' }) });
  valueOf(
    await services.objects.create(CALLER, pods, created, {
      idempotency: { key: `create-${cluster}`, operation: 'createObject', request: created },
    }),
  );
  valueOf(await services.bindings.bind(CALLER, { cluster, namespace: 'default', name: 'created', node: 'n2' }));
  valueOf(await services.objects.delete(CALLER, pods, { name: 'p1' }));
  // A pod of the name of one that is gone, and one that was on a node and is no more.
  valueOf(await services.import(cluster, [pod('p1', { cpu: '10m' })]));
  valueOf(await services.objects.delete(CALLER, pods, { name: 'bound' }));
  const namespaces = { cluster, kind: kindNamed('Namespace'), namespace: '' };
  valueOf(
    await services.objects.create(
      CALLER,
      namespaces,
      manifest({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'short' } }),
    ),
  );
  valueOf(await services.import(cluster, [{ ...pod('inside'), metadata: { name: 'inside', namespace: 'short' } }]));
  valueOf(await services.objects.delete(CALLER, namespaces, { name: 'short' }));
  valueOf(await services.scheduling.schedule(CALLER, scheduleAll(cluster), { wait: true }));
}

async function preempt(services: TestServices, cluster: string): Promise<void> {
  const large = range(3).map((index) => pod(`high${index}`, { cpu: '7900m' }, { priority: 10 + index }));
  valueOf(await services.import(cluster, large));
  const request = (name: string): ScheduleRequest => ({
    ...scheduleAll(cluster),
    pods: { names: [`default/${name}`] },
    preemption: 'evict',
  });
  valueOf(await services.scheduling.schedule(CALLER, { ...request('high0'), preemption: 'nominate' }, { wait: true }));
  valueOf(await services.scheduling.schedule(CALLER, request('high1'), { wait: true }));
  valueOf(await services.scheduling.schedule(CALLER, { ...request('high2'), dryRun: true }, { wait: true }));
  valueOf(await services.scheduling.schedule(CALLER, { ...request('high2'), pods: {} }, { wait: true }));
}

async function keepLess(services: TestServices, cluster: string): Promise<void> {
  for (const traceBudget of [{ keep: 'top', nodes: 3 }, { keep: 'none' }, { keep: 'full' }] as const) {
    valueOf(await services.clusters.update(CALLER, cluster, { traceBudget }));
    valueOf(
      await services.import(
        cluster,
        range(3).map((index) => pod(`kept-${traceBudget.keep}-${index}`, { cpu: '10m' })),
      ),
    );
    valueOf(await services.scheduling.schedule(CALLER, scheduleAll(cluster), { wait: true }));
  }
}
