import fc from 'fast-check';
import { CALLER, kindNamed, scheduleAll, type TestServices } from './test-services.js';

const NAMES = ['a', 'b', 'c'];
const PODS = ['p', 'q', 'r', 's', 't', 'u'];

/** Where to look for what random writes may leave. */
export const LOOKED = { resources: ['cpu', 'memory', 'nvidia.com/gpu'], images: ['app:1', 'app:2'], claims: NAMES };

/** A write through one of the doors. Many are refused, as they come: then nothing changed. */
export type Write = (cluster: string) => Promise<unknown>;

const name = fc.constantFrom(...NAMES);

const someNode = fc
  .record({
    name,
    zone: fc.constantFrom('x', 'y', undefined),
    cpu: fc.constantFrom('2', '4'),
    gpu: fc.boolean(),
    taint: fc.boolean(),
    cordoned: fc.boolean(),
    images: fc.subarray([
      { names: ['app:1'], sizeBytes: 10 },
      { names: ['app:1', 'app:2'], sizeBytes: 20 },
    ]),
  })
  .map(({ name: called, zone, cpu, gpu, taint, cordoned, images }) => {
    const capacity = { cpu, memory: '8Gi', pods: '5', ...(gpu && { 'nvidia.com/gpu': '2' }) };
    return {
      apiVersion: 'v1',
      kind: 'Node',
      metadata: { name: called, labels: { called, ...(zone && { zone }) } },
      spec: {
        ...(taint && { taints: [{ key: 't', effect: 'PreferNoSchedule' }] }),
        ...(cordoned && { unschedulable: true }),
      },
      status: { capacity, allocatable: capacity, images },
    };
  });

const AWAY = {
  podAntiAffinity: {
    preferredDuringSchedulingIgnoredDuringExecution: [
      { weight: 1, podAffinityTerm: { topologyKey: 'zone', labelSelector: { matchLabels: { app: 'a' } } } },
    ],
  },
};

const somePod = fc
  .record({
    name: fc.constantFrom('p', 'q', 'r', 's', 't', 'u'),
    app: name,
    cpu: fc.constantFrom('1', '2', '3'),
    node: fc.option(name),
    inView: fc.option(name),
    priority: fc.nat(2),
    claim: fc.option(name),
    away: fc.boolean(),
    port: fc.boolean(),
    uid: fc.option(fc.uuid()),
    phase: fc.constantFrom('Pending', 'Running', 'Succeeded'),
    old: fc.boolean(),
  })
  .map(({ name: called, app, cpu, node: nodeName, inView, priority, claim, away, port, uid, phase, old }) => ({
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: called, namespace: 'default', labels: { app }, ...(uid && { uid }) },
    spec: {
      priority,
      ...(nodeName && { nodeName }),
      ...(away && { affinity: AWAY }),
      ...(claim && { volumes: [{ name: 'v', persistentVolumeClaim: { claimName: claim } }] }),
      containers: [
        {
          name: 'c',
          image: 'app:1',
          resources: { requests: { cpu } },
          ...(port && { ports: [{ containerPort: 80, hostPort: 80 }] }),
        },
      ],
    },
    status: { phase, ...(inView && { nominatedNodeName: inView }), ...(old && { startTime: '2026-03-01T10:00:00Z' }) },
  }));

const budget = fc
  .record({ name, minAvailable: fc.nat(2), app: name })
  .map((some) => ({
    apiVersion: 'policy/v1',
    kind: 'PodDisruptionBudget',
    metadata: { name: some.name, namespace: 'default' },
    spec: { minAvailable: some.minAvailable, selector: { matchLabels: { app: some.app } } },
  }));
const service = fc
  .record({ name, app: name })
  .map((some) => ({
    apiVersion: 'v1',
    kind: 'Service',
    metadata: { name: some.name, namespace: 'default' },
    spec: { ports: [{ port: 80 }], selector: { app: some.app } },
  }));
const namespace = fc
  .record({ name, team: name })
  .map((some) => ({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: some.name, labels: { team: some.team } } }));
const claim = fc
  .record({ name, team: name })
  .map((some) => ({
    apiVersion: 'v1',
    kind: 'PersistentVolumeClaim',
    metadata: { name: some.name, namespace: 'default', labels: { team: some.team } },
    spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } }, volumeName: 'v' },
  }));

/** A few writes through any of the doors, to a cluster that has nodes `a` and `b`. */
export function randomWrites(services: () => TestServices): fc.Arbitrary<Write[]> {
  const imports = (object: fc.Arbitrary<object>): fc.Arbitrary<Write> =>
    object.map((item) => (cluster: string) => services().import(cluster, [item]));
  const removed = fc
    .oneof(
      fc.tuple(fc.constantFrom('Node', 'Namespace'), name),
      fc.tuple(fc.constant('Pod'), fc.constantFrom(...PODS)),
      fc.tuple(fc.constantFrom('Service', 'PersistentVolumeClaim', 'PodDisruptionBudget'), name),
    )
    .map(([kind, called]): Write => (cluster) => {
      const { namespaced } = kindNamed(kind);
      return services().objects.delete(
        CALLER,
        { cluster, kind: kindNamed(kind), namespace: namespaced ? 'default' : '' },
        { name: called },
      );
    });
  const relabelled = fc.tuple(fc.constantFrom(...PODS), name).map(
    ([called, app]): Write =>
      (cluster) =>
        services().objects.patch(
          CALLER,
          { cluster, kind: kindNamed('Pod'), namespace: 'default' },
          { name: called, patch: { type: 'merge', patch: { metadata: { labels: { app } } } } },
        ),
  );
  const bound = fc.tuple(fc.constantFrom(...PODS), name).map(
    ([called, nodeName]): Write =>
      (cluster) =>
        services().bindings.bind(CALLER, { cluster, namespace: 'default', name: called, node: nodeName }),
  );
  const run = fc
    .record({
      preemption: fc.constantFrom('off' as const, 'nominate' as const, 'evict' as const),
      dryRun: fc.boolean(),
    })
    .map(
      (how): Write =>
        (cluster) =>
          services().scheduling.schedule(CALLER, { ...scheduleAll(cluster), ...how }, { wait: true }),
    );

  return fc.array(
    fc.oneof(
      { weight: 3, arbitrary: imports(someNode) },
      { weight: 6, arbitrary: imports(somePod) },
      { weight: 2, arbitrary: imports(fc.oneof(budget, service, namespace, claim)) },
      { weight: 3, arbitrary: removed },
      { weight: 1, arbitrary: relabelled },
      { weight: 1, arbitrary: bound },
      { weight: 2, arbitrary: run },
    ),
    { minLength: 1, maxLength: 4 },
  );
}
