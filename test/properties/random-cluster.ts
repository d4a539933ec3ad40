import fc from 'fast-check';
import type { ClusterObjects, Node, Pod } from '#scheduler';

/** A cluster and pods that want to be placed, in the words of Kubernetes. Names are unique; few values, so that things meet. */
export interface RandomCluster {
  readonly nodes: readonly Node[];
  /** On the nodes already. */
  readonly bound: readonly Pod[];
  readonly pending: readonly Pod[];
  readonly objects: ClusterObjects;
}

const ZONE = 'topology.kubernetes.io/zone';
const HOSTNAME = 'kubernetes.io/hostname';

const app = fc.constantFrom('a', 'b', 'c');
const zone = fc.constantFrom('z1', 'z2', 'z3');
const topologyKey = fc.constantFrom(ZONE, HOSTNAME);
const selector = fc.oneof(
  app.map((value) => ({ matchLabels: { app: value } })),
  fc.uniqueArray(app, { minLength: 1 }).map((values) => ({ matchExpressions: [{ key: 'app', operator: 'NotIn', values }] })),
  fc.constant({}),
);
const rarely = <T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> => fc.option(arbitrary, { nil: undefined, freq: 3 });

const node = fc.record({
  cpu: fc.integer({ min: 0, max: 8000 }), memory: fc.integer({ min: 0, max: 16 }), pods: fc.integer({ min: 0, max: 8 }), gpu: fc.nat(2),
  zone: fc.option(zone, { nil: undefined }), disk: rarely(fc.constantFrom('ssd', 'hdd')), unschedulable: rarely(fc.constant(true)),
  taint: rarely(fc.constantFrom('NoSchedule', 'PreferNoSchedule', 'NoExecute')), image: rarely(fc.integer({ min: 1, max: 900 })),
});

const affinityTerm = fc.record({ labelSelector: selector, topologyKey });
const affinityStanza = fc.record({
  requiredDuringSchedulingIgnoredDuringExecution: fc.array(affinityTerm, { maxLength: 1 }),
  preferredDuringSchedulingIgnoredDuringExecution: fc.array(fc.record({ weight: fc.integer({ min: 1, max: 100 }), podAffinityTerm: affinityTerm }), { maxLength: 1 }),
});
const spread = fc.record({
  maxSkew: fc.integer({ min: 1, max: 2 }), topologyKey, labelSelector: selector,
  whenUnsatisfiable: fc.constantFrom('DoNotSchedule', 'ScheduleAnyway'), minDomains: rarely(fc.integer({ min: 1, max: 4 })),
});

const pod = fc.record({
  cpu: fc.nat(3000), memory: fc.nat(6000), gpu: fc.nat(1), init: rarely(fc.nat(4000)), overhead: rarely(fc.nat(500)), app,
  priority: fc.integer({ min: 0, max: 3 }), port: fc.constantFrom(0, 0, 0, 80, 81), tolerant: fc.boolean(), started: fc.nat(59),
  disk: rarely(fc.constantFrom('ssd', 'hdd')), affinity: rarely(affinityStanza), antiAffinity: rarely(affinityStanza),
  spread: rarely(fc.array(spread, { minLength: 1, maxLength: 2 })), at: fc.nat(),
});
type PodShape = typeof pod extends fc.Arbitrary<infer T> ? T : never;
type NodeShape = typeof node extends fc.Arbitrary<infer T> ? T : never;

const budget = fc.record({ selector, disruptionsAllowed: fc.nat(2) });

/** Clusters of one to eight nodes. */
export const randomCluster: fc.Arbitrary<RandomCluster> = fc.record({
  nodes: fc.array(node, { minLength: 1, maxLength: 8 }),
  bound: fc.array(pod, { maxLength: 10 }),
  pending: fc.array(pod, { minLength: 1, maxLength: 12 }),
  budgets: fc.array(budget, { maxLength: 2 }),
}).map(({ nodes, bound, pending, budgets }) => ({
  nodes: nodes.map(nodeObject),
  bound: bound.map((shape, index) => podObject(shape, { name: `e${index}`, nodeName: `n${shape.at % nodes.length}` })),
  pending: pending.map((shape, index) => podObject(shape, { name: `p${index}` })),
  objects: {
    namespaces: [{ metadata: { name: 'default', labels: {} } }],
    podDisruptionBudgets: budgets.map(({ selector: chosen, disruptionsAllowed }, index) => budgetObject(`b${index}`, chosen, disruptionsAllowed)),
  },
}));

function nodeObject(shape: NodeShape, index: number): Node {
  const name = `n${index}`;
  return {
    metadata: { name, labels: { [HOSTNAME]: name, ...(shape.zone && { [ZONE]: shape.zone }), ...(shape.disk && { disk: shape.disk }) } },
    spec: { unschedulable: shape.unschedulable ?? false, taints: shape.taint ? [{ key: 'dedicated', value: 'x', effect: shape.taint }] : [] },
    status: {
      allocatable: { cpu: `${shape.cpu}m`, memory: `${shape.memory}Gi`, pods: shape.pods, 'nvidia.com/gpu': shape.gpu },
      images: shape.image ? [{ names: ['app:1'], sizeBytes: shape.image * 2 ** 20 }] : [],
    },
  };
}

function podObject(shape: PodShape, { name, nodeName }: { readonly name: string; readonly nodeName?: string }): Pod {
  const { cpu, memory, gpu, init, overhead, port, affinity, antiAffinity, spread: constraints, disk } = shape;
  const requests = { cpu: `${cpu}m`, memory: `${memory}Mi`, 'nvidia.com/gpu': gpu };
  return {
    metadata: { name, namespace: 'default', uid: name, labels: { app: shape.app } },
    spec: {
      ...(nodeName && { nodeName }),
      priority: shape.priority,
      containers: [{ name: 'c', image: 'app:1', resources: { requests }, ...(port > 0 && { ports: [{ hostPort: port }] }) }],
      ...(init && { initContainers: [{ name: 'i', resources: { requests: { cpu: `${init}m` } } }] }),
      ...(overhead && { overhead: { memory: `${overhead}Mi` } }),
      ...(shape.tolerant && { tolerations: [{ operator: 'Exists' }] }),
      ...(disk && { nodeSelector: { disk } }),
      ...((affinity ?? antiAffinity) && { affinity: { ...(affinity && { podAffinity: affinity }), ...(antiAffinity && { podAntiAffinity: antiAffinity }) } }),
      ...(constraints && { topologySpreadConstraints: constraints.map(({ minDomains, ...rest }) => ({ ...rest, ...(minDomains && { minDomains }) })) }),
    },
    ...(nodeName && { status: { startTime: `2026-01-01T00:00:${String(shape.started).padStart(2, '0')}Z` } }),
  };
}

function budgetObject(name: string, chosen: object, disruptionsAllowed: number): NonNullable<ClusterObjects['podDisruptionBudgets']>[number] {
  const object = { metadata: { name, namespace: 'default' }, spec: { selector: chosen }, status: { disruptionsAllowed } };
  return object;
}
