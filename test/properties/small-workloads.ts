import type { Pod, Preemption } from '#scheduler';
import { initialPods, measuredPods, workloadNodes, type Workload } from '../bench/workload.js';
import type { Move, Script } from './script.js';
import { HOSTNAME, ZONE } from './random-selector.js';

/** More nodes than an executor may take for a few domains. */
const NODES = 80;
const PODS = 60;

type Kind = Pick<NonNullable<Pod['spec']>, 'affinity' | 'topologySpreadConstraints' | 'priority'> & {
  readonly color?: string;
  readonly cpu?: string;
};

const colored = (color: string) => ({ labelSelector: { matchLabels: { color } }, namespaces: ['sched-0', 'sched-1'] });
const spread = (topologyKey: string, whenUnsatisfiable: string, maxSkew: number) => ({
  maxSkew,
  topologyKey,
  whenUnsatisfiable,
  labelSelector: { matchLabels: { color: 'blue' } },
});
const zones = { matchExpressions: [{ key: ZONE, operator: 'In', values: ['zone1', 'zone2'] }] };
const required = (topologyKey: string, color: string) => ({
  requiredDuringSchedulingIgnoredDuringExecution: [{ ...colored(color), topologyKey }],
});
const preferred = (topologyKey: string, color: string) => ({
  preferredDuringSchedulingIgnoredDuringExecution: [{ weight: 1, podAffinityTerm: { ...colored(color), topologyKey } }],
});

const PLAIN: Kind = {};
const IN_ZONES: Kind = {
  affinity: { nodeAffinity: { requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms: [zones] } } },
};
const HARD_SPREAD: Kind = { color: 'blue', topologySpreadConstraints: [spread(ZONE, 'DoNotSchedule', 5)] };
const HARD_BY_HOST: Kind = {
  color: 'blue',
  topologySpreadConstraints: [spread(HOSTNAME, 'DoNotSchedule', 1), spread(ZONE, 'DoNotSchedule', 2)],
};
const SOFT_SPREAD: Kind = {
  color: 'blue',
  topologySpreadConstraints: [spread(HOSTNAME, 'ScheduleAnyway', 3), spread(ZONE, 'ScheduleAnyway', 5)],
};
const SOFT_BY_ZONE: Kind = { color: 'blue', topologySpreadConstraints: [spread(ZONE, 'ScheduleAnyway', 1)] };
const NEAR: Kind = { color: 'blue', affinity: { podAffinity: required(ZONE, 'blue') } };
const APART: Kind = { color: 'green', affinity: { podAntiAffinity: required(HOSTNAME, 'green') } };
const LIKES: Kind = { color: 'red', affinity: { podAffinity: preferred(HOSTNAME, 'red') } };
const DISLIKES: Kind = { color: 'yellow', affinity: { podAntiAffinity: preferred(HOSTNAME, 'yellow') } };
const BIG: Kind = { cpu: '9' };
const varied = (of: number): Kind[] => Array.from({ length: of }, (_, index) => ({ cpu: `${100 + 10 * index}m` }));

/** The kinds of pods that scheduler_perf measures, few of each: what is there before, and what is placed by turns. */
const KINDS: readonly (readonly [
  name: string,
  before: readonly Kind[],
  measured: readonly Kind[],
  preemption?: Preemption,
])[] = [
  ['SchedulingBasic', [PLAIN], [PLAIN]],
  ['many classes', [PLAIN], varied(12)],
  ['all distinct', [PLAIN], varied(PODS)],
  ['SchedulingNodeAffinity', [PLAIN], [IN_ZONES]],
  ['TopologySpreading', [PLAIN], [HARD_SPREAD]],
  ['TopologySpreading by host', [PLAIN], [HARD_BY_HOST, HARD_SPREAD]],
  ['PreferredTopologySpreading', [PLAIN], [SOFT_SPREAD, SOFT_BY_ZONE]],
  ['SchedulingPodAffinity', [NEAR], [NEAR]],
  ['SchedulingPodAntiAffinity', [APART], [APART]],
  ['PreferredPodAffinity', [LIKES], [LIKES]],
  ['PreferredPodAntiAffinity', [DISLIKES], [DISLIKES]],
  ['Unschedulable', [PLAIN], [PLAIN, BIG]],
  ['Preemption', [{ cpu: '3' }, { cpu: '3' }], [{ cpu: '3', priority: 10 }], 'evict'],
  [
    'Preemption by nomination',
    [{ cpu: '3' }, { cpu: '3' }],
    [
      { cpu: '3', priority: 10 },
      { cpu: '2', priority: 5 },
    ],
    'nominate',
  ],
  [
    'MixedVaried',
    [PLAIN, NEAR, LIKES, DISLIKES],
    [PLAIN, NEAR, LIKES, DISLIKES, APART, HARD_SPREAD, SOFT_SPREAD, BIG, IN_ZONES],
  ],
];

/** Small versions of the bench's workloads, by name. Between halves some pods leave. */
export const SMALL_WORKLOADS: readonly (readonly [name: string, script: Script])[] = KINDS.map(
  ([name, before, measured, preemption = 'nominate']) => [
    name,
    scriptOf(workloadOf(name, before, measured), preemption),
  ],
);

function workloadOf(name: string, before: readonly Kind[], measured: readonly Kind[]): Workload {
  return {
    name,
    namespaces: ['sched-0', 'sched-1'].map((namespace) => ({ metadata: { name: namespace, labels: {} } })),
    nodes: [
      {
        count: NODES,
        namePrefix: 'node-',
        template: { metadata: { labels: {} }, status: { allocatable: { cpu: '4', memory: '32Gi', pods: '110' } } },
        cycleLabels: { [ZONE]: ['zone1', 'zone2', 'zone3'] },
      },
    ],
    initialPods: before.map((kind, index) => ({
      count: NODES / 2,
      namePrefix: `i${index}-`,
      template: podOf(kind, 'sched-0'),
    })),
    measuredPods: measured.map((kind, index) => ({
      count: Math.ceil(PODS / measured.length),
      namePrefix: `m${index}-`,
      template: podOf(kind, 'sched-1'),
    })),
  };
}

function podOf({ color, cpu = '100m', ...spec }: Kind, namespace: string): Pod {
  return {
    metadata: { namespace, ...(color && { labels: { color } }) },
    spec: { ...spec, containers: [{ image: 'pause', resources: { requests: { cpu, memory: '500Mi' } } }] },
  };
}

function scriptOf(workload: Workload, preemption: Preemption): Script {
  const nodes = workloadNodes(workload);
  const bound = initialPods(workload).map((pod, index) => ({
    ...pod,
    spec: { ...pod.spec, nodeName: nodes[index % NODES]?.metadata?.name ?? '' },
  }));
  const moves = measuredPods(workload).flatMap((pod, index): Move[] => [
    { do: 'decide', pod, profile: 'default', preemption, seed: index % 2 === 0 ? null : index },
    ...(index % 10 === 9 ? [{ do: 'take' as const, at: index * 7 }] : []),
  ]);
  return { objects: { namespaces: workload.namespaces }, nodes, bound, moves };
}
