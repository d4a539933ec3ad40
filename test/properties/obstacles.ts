import fc from 'fast-check';
import type { Node, Pod } from '#scheduler';
import type { Situation } from './applied-changes.js';

const ZONE = 'topology.kubernetes.io/zone';
const HOSTNAME = 'kubernetes.io/hostname';

/** A situation that is being made: obstacles write into it. */
interface Draft {
  readonly node: { metadata: { labels: Record<string, string> }; spec: { unschedulable: boolean; taints: object[] } };
  readonly pod: { metadata: { labels: Record<string, string> }; spec: Record<string, unknown> };
  readonly affinity: Record<string, { requiredDuringSchedulingIgnoredDuringExecution: unknown }>;
  readonly requests: Record<string, string>;
  readonly volumes: object[];
  readonly bound: object[];
  readonly claims: object[];
  readonly disks: object[];
  readonly random: { readonly a: number; readonly b: number };
}

type Obstacle = (draft: Draft) => void;

function neighbour(draft: Draft, labels: Record<string, string>, spec: object = {}): void {
  const name = `e${draft.bound.length}`;
  draft.bound.push({
    metadata: { name, namespace: 'default', uid: name, labels },
    spec: {
      nodeName: 'target',
      priority: (draft.bound.length * 7 + draft.random.a) % 5,
      containers: [{ name: 'c', resources: { requests: { cpu: `${100 + ((draft.random.b * 37) % 400)}m` } } }],
      ...spec,
    },
  });
}

function claimed(
  draft: Draft,
  name: string,
  { volume = {}, mode = 'ReadWriteOnce' }: { volume?: object; mode?: string },
): void {
  draft.claims.push({
    metadata: {
      name,
      namespace: 'default',
      uid: `c-${name}`,
      annotations: { 'pv.kubernetes.io/bind-completed': 'yes' },
    },
    spec: { volumeName: `pv-${name}`, accessModes: [mode], storageClassName: 'fast' },
  });
  draft.disks.push({
    ...volume,
    metadata: { name: `pv-${name}`, ...(volume as { metadata?: object }).metadata },
    spec: {
      claimRef: { namespace: 'default', name, uid: `c-${name}` },
      accessModes: [mode],
      storageClassName: 'fast',
      ...(volume as { spec?: object }).spec,
    },
  });
  draft.volumes.push({ name, persistentVolumeClaim: { claimName: name } });
}

const near = (labels: object, topologyKey: string): object => ({ labelSelector: { matchLabels: labels }, topologyKey });

/** What can be in the way, one thing each. */
export const OBSTACLES: Readonly<Record<string, Obstacle>> = {
  cordon: ({ node }) => void (node.spec.unschedulable = true),
  taint: ({ node, random }) =>
    void node.spec.taints.push({
      key: 'gpu',
      value: random.a % 2 ? 'true' : '',
      effect: random.b % 2 ? 'NoSchedule' : 'NoExecute',
    }),
  secondTaint: ({ node }) => void node.spec.taints.push({ key: 'team', value: 'x', effect: 'NoSchedule' }),
  cpu: ({ requests, random }) => void (requests['cpu'] = `${3000 + random.a * 50}m`),
  memory: ({ requests, random }) => void (requests['memory'] = `${7000 + random.b * 100}Mi`),
  selector: ({ pod }) => void (pod.spec['nodeSelector'] = { disk: 'ssd', pool: 'web' }),
  nodeAffinity: ({ affinity, random }) => {
    const alternatives = [
      {
        matchExpressions: [
          { key: 'arch', operator: 'In', values: ['arm'] },
          { key: 'old', operator: 'DoesNotExist' },
        ],
      },
      { matchExpressions: [{ key: 'size', operator: 'Gt', values: ['4'] }] },
      { matchFields: [{ key: 'metadata.name', operator: 'In', values: ['o1'] }] },
    ];
    affinity['nodeAffinity'] = {
      requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms: alternatives.slice(random.a % 3) },
    };
  },
  port: (draft) => {
    const ports = [{ hostPort: 8080 + (draft.random.a % 2) }];
    neighbour(
      draft,
      { app: 'old' },
      { containers: [{ name: 'c', ports: [{ hostPort: 8080 }, { hostPort: 8081, hostIP: '10.0.0.1' }] }] },
    );
    draft.pod.spec['ports'] = ports;
  },
  apart: (draft) => {
    neighbour(draft, { app: 'db' });
    if (draft.random.a % 2) neighbour(draft, { app: 'db' });
    draft.affinity['podAntiAffinity'] = {
      requiredDuringSchedulingIgnoredDuringExecution: [near({ app: 'db' }, draft.random.b % 2 ? HOSTNAME : ZONE)],
    };
  },
  keptAway: (draft) =>
    neighbour(
      draft,
      { app: 'lonely' },
      {
        affinity: {
          podAntiAffinity: { requiredDuringSchedulingIgnoredDuringExecution: [near({ app: 'web' }, HOSTNAME)] },
        },
      },
    ),
  near: ({ affinity, random }) =>
    void (affinity['podAffinity'] = {
      requiredDuringSchedulingIgnoredDuringExecution: [near({ app: 'cache' }, random.b % 3 ? ZONE : HOSTNAME)],
    }),
  spread: (draft) => {
    neighbour(draft, { app: 'web' });
    neighbour(draft, { app: 'web' });
    draft.pod.spec['topologySpreadConstraints'] = [
      {
        maxSkew: 1,
        topologyKey: draft.random.a % 2 ? HOSTNAME : ZONE,
        whenUnsatisfiable: 'DoNotSchedule',
        labelSelector: { matchLabels: { app: 'web' } },
      },
    ];
  },
  zoneOfVolume: (draft) => claimed(draft, 'zoned', { volume: { metadata: { labels: { [ZONE]: 'far' } } } }),
  reachOfVolume: (draft) =>
    claimed(draft, 'local', {
      volume: {
        spec: {
          nodeAffinity: {
            required: { nodeSelectorTerms: [{ matchExpressions: [{ key: 'rack', operator: 'In', values: ['r9'] }] }] },
          },
        },
      },
    }),
  claimInUse: (draft) => {
    claimed(draft, 'single', { mode: 'ReadWriteOncePod' });
    neighbour(draft, { app: 'old' }, { volumes: [{ name: 'v', persistentVolumeClaim: { claimName: 'single' } }] });
  },
  diskInUse: (draft) => {
    draft.volumes.push({ name: 'gce', gcePersistentDisk: { pdName: 'disk-1' } });
    neighbour(draft, { app: 'old' }, { volumes: [{ name: 'gce', gcePersistentDisk: { pdName: 'disk-1' } }] });
  },
};

function nodeNamed(name: string, labels: Record<string, string>): Node {
  return {
    metadata: { name, labels: { [HOSTNAME]: name, ...labels } },
    spec: { unschedulable: false, taints: [] },
    status: { allocatable: { cpu: '4', memory: '8Gi', pods: '20' } },
  };
}

/** A target node with these obstacles before it, others around it, and pods of the wanted kinds there. */
export function situationOf(names: readonly string[], random: Draft['random']): Situation {
  const target = nodeNamed('target', { [ZONE]: 'a', rack: 'r1', old: 'yes', size: '3' });
  const draft: Draft = {
    node: target as unknown as Draft['node'],
    pod: { metadata: { labels: { app: 'web' } }, spec: {} },
    affinity: {},
    requests: { cpu: '200m' },
    volumes: [],
    bound: [],
    claims: [],
    disks: [],
    random,
  };
  for (let index = 0; index < random.b % 4; index++) neighbour(draft, { app: 'filler' });
  for (const name of names) OBSTACLES[name]?.(draft);
  const { ports = [], ...spec } = draft.pod.spec as { ports?: object[] };
  const pod = {
    metadata: { name: 'p', namespace: 'default', uid: 'p', labels: draft.pod.metadata.labels },
    spec: {
      ...spec,
      priority: 3,
      affinity: draft.affinity,
      volumes: draft.volumes,
      containers: [{ name: 'c', image: 'app:1', ports, resources: { requests: draft.requests } }],
    },
  };
  const cache = {
    metadata: { name: 'cache', namespace: 'default', uid: 'cache', labels: { app: 'cache' } },
    spec: { nodeName: 'o2', containers: [] },
  };
  return {
    nodes: [
      nodeNamed('o1', { [ZONE]: 'b' }),
      target,
      nodeNamed('o2', { [ZONE]: 'c' }),
      nodeNamed('o3', { [ZONE]: 'b' }),
    ],
    bound: [...(draft.bound as Pod[]), cache],
    objects: {
      namespaces: [{ metadata: { name: 'default', labels: {} } }],
      persistentVolumeClaims: draft.claims,
      persistentVolumes: draft.disks,
      storageClasses: [{ metadata: { name: 'fast' }, provisioner: 'x', volumeBindingMode: 'Immediate' }],
      podDisruptionBudgets: [
        {
          metadata: { name: 'old', namespace: 'default' },
          spec: { selector: { matchLabels: { app: 'old' } } },
          status: { disruptionsAllowed: random.a % 2 },
        },
      ],
    },
    pod,
    node: 'target',
  };
}

const numbers = fc.record({ a: fc.nat(40), b: fc.nat(40) });

/** Situations with so many obstacles. */
export function obstructed(least: number, most: number): fc.Arbitrary<{ names: string[]; situation: Situation }> {
  const names = fc.uniqueArray(fc.constantFrom(...Object.keys(OBSTACLES)), { minLength: least, maxLength: most });
  return fc
    .tuple(names, numbers)
    .map(([chosen, random]) => ({ names: chosen, situation: situationOf(chosen, random) }));
}
