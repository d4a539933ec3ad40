import fc from 'fast-check';
import type { Pod } from '#scheduler';
import type { Situation } from '../applied-changes.js';

const ZONE = 'topology.kubernetes.io/zone';
const HOSTNAME = 'kubernetes.io/hostname';

const app = fc.constantFrom('a', 'b', 'c');
const once = <T>(arbitrary: fc.Arbitrary<T>, oneIn: number): fc.Arbitrary<T | undefined> =>
  fc.oneof({ weight: oneIn - 1, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary });

const selector = fc.oneof(
  app.map((value) => ({ matchLabels: { app: value } })),
  fc
    .uniqueArray(app, { minLength: 1, maxLength: 2 })
    .map((values) => ({ matchExpressions: [{ key: 'app', operator: 'NotIn', values }] })),
);
const key = fc.constantFrom(HOSTNAME, ZONE, 'rack', 'rack');
const term = fc.record({ labelSelector: selector, topologyKey: key });
const required = (terms: unknown): object => ({ requiredDuringSchedulingIgnoredDuringExecution: terms });
const port = fc.record({ hostPort: fc.constantFrom(8080, 9090), protocol: fc.constantFrom('TCP', 'TCP', 'UDP') });

const taint = fc.oneof(
  fc.constantFrom('t1', 't2').map((value) => ({ key: 'gpu', value, effect: 'NoSchedule' })),
  fc.constant({ key: 'maint', effect: 'NoExecute' }),
  fc.constant({ key: 'gpu', value: 't1', effect: 'PreferNoSchedule' }),
);

const nodeShape = fc.record({
  cpu: fc.integer({ min: 2, max: 7 }),
  memory: fc.integer({ min: 2, max: 8 }),
  pods: fc.integer({ min: 2, max: 8 }),
  gpu: once(fc.integer({ min: 1, max: 4 }), 3),
  labels: fc.record(
    {
      [ZONE]: fc.constantFrom('a', 'b'),
      rack: fc.constantFrom('r1', 'r2'),
      disk: fc.constantFrom('ssd', 'hdd'),
      pool: fc.constantFrom('x', 'y'),
      gen: fc.constantFrom('1', '3', '5'),
    },
    { requiredKeys: [ZONE] },
  ),
  /** As a field only, and as a real dump has it: with its taint. */
  cordon: fc.constantFrom('none', 'none', 'none', 'field', 'both'),
  taints: fc.uniqueArray(taint, { maxLength: 2, selector: ({ key: named }) => named }),
});

const boundShape = fc.record({
  at: fc.nat(),
  namespace: fc.constantFrom('default', 'default', 'default', 'other'),
  app,
  cpu: fc.integer({ min: 0, max: 12 }),
  memory: fc.integer({ min: 0, max: 15 }),
  gpu: once(fc.integer({ min: 1, max: 2 }), 4),
  port: once(port, 5),
  apart: once(term, 5),
  priority: fc.constantFrom(0, 0, 10, 100),
  owner: fc.constantFrom('ReplicaSet', 'ReplicaSet', 'none', 'none', 'DaemonSet', 'kubelet'),
});

const expression = fc.oneof(
  fc.record({
    key: fc.constantFrom('disk', 'pool'),
    operator: fc.constantFrom('In', 'NotIn'),
    values: fc.uniqueArray(fc.constantFrom('ssd', 'hdd', 'x', 'y'), { minLength: 1, maxLength: 2 }),
  }),
  fc.record({ key: fc.constantFrom('disk', 'nosuch', 'gen'), operator: fc.constantFrom('Exists', 'DoesNotExist') }),
  fc.record({
    key: fc.constant('gen'),
    operator: fc.constantFrom('Gt', 'Lt'),
    values: fc.constantFrom('1', '2', '4').map((v) => [v]),
  }),
  fc.constant({ key: ZONE, operator: 'In', values: ['b'] }),
);

const pendingShape = fc.record({
  app,
  cpu: fc.integer({ min: 1, max: 30 }),
  memory: fc.integer({ min: 1, max: 30 }),
  gpu: once(fc.integer({ min: 1, max: 3 }), 4),
  port: once(port, 4),
  selects: once(fc.record({ disk: fc.constantFrom('ssd', 'nvme') }), 4),
  terms: once(fc.array(fc.array(expression, { minLength: 1, maxLength: 2 }), { minLength: 1, maxLength: 2 }), 4),
  near: once(fc.array(term, { minLength: 1, maxLength: 1 }), 6),
  apart: once(fc.array(term, { minLength: 1, maxLength: 2 }), 3),
  spread: once(fc.record({ topologyKey: key, labelSelector: selector, maxSkew: fc.constantFrom(1, 1, 2) }), 4),
  tolerates: once(fc.constant({ key: 'gpu', operator: 'Exists' }), 4),
  volume: once(fc.constantFrom('a', 'b'), 8),
});

/** A small cluster, a pod that may not fit, and a node of it. */
export const question: fc.Arbitrary<Situation> = fc
  .record({
    nodes: fc.array(nodeShape, { minLength: 1, maxLength: 4 }),
    bound: fc.array(boundShape, { minLength: 1, maxLength: 7 }),
    pending: pendingShape,
    allowed: fc.array(fc.record({ app, allowed: fc.nat(1) }), { maxLength: 2 }),
  })
  .map(({ nodes, bound, pending, allowed }) => ({
    nodes: nodes.map(nodeOf),
    bound: bound.map((shape, index) => boundOf(shape, index, nodes.length)),
    pod: podOf(pending),
    node: 'n0',
    objects: {
      ...(pending.volume === undefined ? {} : volumeIn(pending.volume)),
      namespaces: ['default', 'other'].map((name) => ({ metadata: { name, labels: {} } })),
      podDisruptionBudgets: [...new Map(allowed.map((one) => [one.app, one])).values()].map((one) => ({
        metadata: { name: `of-${one.app}`, namespace: 'default' },
        spec: { selector: { matchLabels: { app: one.app } } },
        status: { disruptionsAllowed: one.allowed },
      })),
    },
  }));

type Shape<T> = T extends fc.Arbitrary<infer V> ? V : never;

function nodeOf(shape: Shape<typeof nodeShape>, index: number): Situation['nodes'][number] {
  const { cordon } = shape;
  const name = `n${index}`;
  const taints =
    cordon === 'both'
      ? [...shape.taints, { key: 'node.kubernetes.io/unschedulable', effect: 'NoSchedule' }]
      : shape.taints;
  const amounts = {
    cpu: `${shape.cpu * 500}m`,
    memory: `${shape.memory}Gi`,
    pods: String(shape.pods),
    ...(shape.gpu !== undefined && { 'example.com/gpu': String(shape.gpu) }),
  };
  return {
    metadata: { name, labels: { [HOSTNAME]: name, ...shape.labels } },
    spec: { unschedulable: cordon !== 'none', taints },
    status: { allocatable: amounts },
  };
}

function requestsOf({ cpu, memory, gpu }: { cpu: number; memory: number; gpu: number | undefined }): object {
  return {
    ...(cpu > 0 && { cpu: `${cpu * 100}m` }),
    ...(memory > 0 && { memory: `${memory * 128}Mi` }),
    ...(gpu !== undefined && { 'example.com/gpu': String(gpu) }),
  };
}

function boundOf(shape: Shape<typeof boundShape>, index: number, nodes: number): Pod {
  const name = `p${index}`;
  return {
    metadata: { name, namespace: shape.namespace, uid: name, labels: { app: shape.app }, ...ownedBy(shape.owner) },
    spec: {
      // Every other one is where the question is.
      nodeName: `n${index % 2 === 0 ? 0 : shape.at % nodes}`,
      priority: shape.priority,
      ...(shape.apart && { affinity: { podAntiAffinity: required([shape.apart]) } }),
      containers: [{ name: 'c', resources: { requests: requestsOf(shape) }, ports: shape.port ? [shape.port] : [] }],
    },
  } as Pod;
}

function ownedBy(owner: Shape<typeof boundShape>['owner']): Pod['metadata'] {
  if (owner === 'none') return {};
  if (owner === 'kubelet') return { annotations: { 'kubernetes.io/config.mirror': 'x' } };
  return { ownerReferences: [{ apiVersion: 'apps/v1', kind: owner, name: 'owner', uid: 'owner', controller: true }] };
}

function podOf(shape: Shape<typeof pendingShape>): Pod {
  const { selects, terms, near, apart, spread, tolerates, volume } = shape;
  const affinity = {
    ...(terms && {
      nodeAffinity: required({ nodeSelectorTerms: terms.map((matchExpressions) => ({ matchExpressions })) }),
    }),
    ...(near && { podAffinity: required(near) }),
    ...(apart && { podAntiAffinity: required(apart) }),
  };
  return {
    metadata: { name: 'q', namespace: 'default', uid: 'q', labels: { app: shape.app } },
    spec: {
      priority: 5,
      affinity,
      ...(selects && { nodeSelector: selects }),
      ...(spread && { topologySpreadConstraints: [{ ...spread, whenUnsatisfiable: 'DoNotSchedule' }] }),
      ...(tolerates && { tolerations: [tolerates] }),
      ...(volume && { volumes: [{ name: 'v', persistentVolumeClaim: { claimName: 'claim' } }] }),
      containers: [{ name: 'c', resources: { requests: requestsOf(shape) }, ports: shape.port ? [shape.port] : [] }],
    },
  } as Pod;
}

/** A bound claim whose volume is in a zone. */
function volumeIn(zone: string): Situation['objects'] {
  return {
    persistentVolumeClaims: [
      {
        metadata: {
          name: 'claim',
          namespace: 'default',
          uid: 'claim',
          annotations: { 'pv.kubernetes.io/bind-completed': 'yes' },
        },
        spec: { volumeName: 'disk', accessModes: ['ReadWriteOnce'], storageClassName: 'fast' },
      },
    ],
    persistentVolumes: [
      {
        metadata: { name: 'disk' },
        spec: {
          claimRef: { namespace: 'default', name: 'claim', uid: 'claim' },
          accessModes: ['ReadWriteOnce'],
          storageClassName: 'fast',
          nodeAffinity: {
            required: { nodeSelectorTerms: [{ matchExpressions: [{ key: ZONE, operator: 'In', values: [zone] }] }] },
          },
        },
      },
    ],
    storageClasses: [{ metadata: { name: 'fast' }, provisioner: 'x', volumeBindingMode: 'Immediate' }],
  };
}
