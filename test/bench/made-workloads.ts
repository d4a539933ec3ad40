import { fileURLToPath } from 'node:url';
import type { Pod } from '#scheduler';
import type { Workload } from './workload.js';

/** Requests of a pod; its limits are the same. */
export interface Requests {
  readonly milliCpu: number;
  readonly memoryMebibytes: number;
}

/**
 * Nodes and pods are those of scheduler_perf's SchedulingBasic: 4 cpus, 32 GiB and 110 pods a
 * node; 100m and 500 MiB a pod.
 */
const BASIC: Requests = { milliCpu: 100, memoryMebibytes: 500 };
const CAPACITY = { cpu: '4', memory: '32Gi', pods: '110' };
const NODE = { metadata: { labels: {} }, spec: {}, status: { allocatable: CAPACITY, capacity: CAPACITY } };
const INITIAL_PODS = 1000;

/** The workloads that the files beside this are made of. What the files are called follows from the names. */
export function madeWorkloads(): readonly Workload[] {
  return [
    hundredClasses({ nodes: 5000, pods: 10_000 }),
    hundredClasses({ nodes: 20_000, pods: 10_000 }),
    hundredClasses({ nodes: 50_000, pods: 10_000 }),
    largeCluster({ nodes: 130_000, pods: 20_000 }),
    { ...largeCluster({ nodes: 130_000, pods: 20_000 }), name: 'LargeClusterChanging/130000', nodeChangesPerSecond: 1 },
    manyClasses({ classes: 800, rounds: 8 }),
    manyClasses({ classes: 840, rounds: 8 }),
    manyClasses({ classes: 1000, rounds: 8 }),
    manyClasses({ classes: 5000, rounds: 2 }),
    services({ nodes: 5000, pods: 5000 }),
    services({ nodes: 50_000, pods: 5000 }),
    preemption({ nodes: 5000, budgets: 0 }),
    preemption({ nodes: 5000, budgets: 100 }),
    workload({ name: 'AllDistinct', nodes: 5000, initial: INITIAL_PODS, measured: allDistinct(5000) }),
    workload({ name: 'Growth5000', nodes: 500, initial: 0, measured: [group('m-', 5000, BASIC)] }),
    workload({ name: 'Growth20000', nodes: 1000, initial: 0, measured: [group('m-', 20_000, BASIC)] }),
  ];
}

/** Where a workload of this name is kept. */
export function workloadFile({ name }: Workload): string {
  return fileURLToPath(new URL(`../../../test/bench/workloads/${name.replace('/', '-')}.json.gz`, import.meta.url));
}

type Group = Workload['measuredPods'][number];

interface Parts {
  readonly name: string;
  readonly nodes: number;
  readonly initial: number;
  readonly measured: readonly Group[];
}

function workload({ name, nodes, initial, measured }: Parts): Workload {
  return {
    name: `${name}/${nodes}`,
    namespaces: ['default', 'sched-0', 'sched-1'].map((namespace) => ({
      metadata: { name: namespace, labels: { 'kubernetes.io/metadata.name': namespace } },
    })),
    nodes: [{ count: nodes, namePrefix: 'node-', template: NODE, cycleLabels: {} }],
    initialPods: initial === 0 ? [] : [{ ...group('init-', initial, BASIC), template: podTemplate('sched-0', BASIC) }],
    measuredPods: measured,
  };
}

/** Pods that need three of the four victims that every node has. The budgets share the victims, and let a tenth go. */
function preemption({ nodes, budgets }: { readonly nodes: number; readonly budgets: number }): Workload {
  const apps = Array.from({ length: 100 }, (_, index) => `low-${index}`);
  const each = (nodes * 4) / apps.length;
  return {
    ...workload({
      name: `PreemptionBudgets${budgets}`,
      nodes,
      initial: 0,
      measured: [{ count: 1000, namePrefix: 'high-', template: withPriority(podTemplate('sched-1', NEEDY), 10) }],
    }),
    podDisruptionBudgets: apps
      .slice(0, budgets)
      .map((app) => ({
        apiVersion: 'policy/v1',
        kind: 'PodDisruptionBudget',
        metadata: { name: app, namespace: 'sched-0' },
        spec: { minAvailable: Math.ceil(each * 0.9), selector: { matchLabels: { app } } },
      })),
    initialPods: apps.map((app) => ({
      count: each,
      namePrefix: `${app}-`,
      template: withLabels(podTemplate('sched-0', LOW), { app }),
    })),
    initialPlacement: 'roundRobin',
    preemption: true,
  };
}

const LOW: Requests = { milliCpu: 900, memoryMebibytes: 500 };
const NEEDY: Requests = { milliCpu: 3000, memoryMebibytes: 500 };

function withPriority(pod: Pod, priority: number): Pod {
  return { ...pod, spec: { ...pod.spec, priority } };
}

function withLabels(pod: Pod, labels: Readonly<Record<string, string>>): Pod {
  return { ...pod, metadata: { ...pod.metadata, labels } };
}

/** A hundred classes of pods that take turns. On average a pod asks for what three basic ones do. */
export function hundredClasses({ nodes, pods }: { readonly nodes: number; readonly pods: number }): Workload {
  const measured = Array.from({ length: 100 }, (_, index) =>
    group(`m${index}-`, Math.floor(pods / 100), classRequests(index)),
  );
  return workload({ name: 'SchedulingBasic100', nodes, initial: Math.min(INITIAL_PODS, nodes), measured });
}

/** The same on nodes of 50 pools in 10 zones, with nearly eight pods on each. */
function largeCluster({ nodes, pods }: { readonly nodes: number; readonly pods: number }): Workload {
  const { measuredPods, ...basic } = hundredClasses({ nodes, pods });
  return {
    ...basic,
    name: `LargeCluster/${nodes}`,
    nodes: basic.nodes.map((group) => ({
      ...group,
      cycleLabels: { pool: numbered('pool', 50), 'topology.kubernetes.io/zone': numbered('zone', 10) },
    })),
    initialPods: [{ count: 1_000_000, namePrefix: 'init-', template: podTemplate('sched-0', BASIC) }],
    initialPlacement: 'roundRobin',
    measuredPods,
  };
}

/** Pods of a hundred Services, which the default profile spreads softly over hosts and three zones. */
function services({ nodes, pods }: { readonly nodes: number; readonly pods: number }): Workload {
  const apps = numbered('app', 100);
  const basic = workload({
    name: 'Services100',
    nodes,
    initial: INITIAL_PODS,
    measured: apps.map((app, index) => ({
      ...group(`m${index}-`, pods / apps.length, BASIC),
      template: withLabels(podTemplate('sched-1', BASIC), { app }),
    })),
  });
  return {
    ...basic,
    nodes: basic.nodes.map((one) => ({ ...one, cycleLabels: { 'topology.kubernetes.io/zone': numbered('zone', 3) } })),
    services: apps.map((app) => ({
      metadata: { name: app, namespace: 'sched-1' },
      spec: { selector: { app }, ports: [{ port: 80 }] },
    })),
  };
}

function numbered(prefix: string, count: number): string[] {
  return Array.from({ length: count }, (_, index) => `${prefix}-${index}`);
}

/** So many classes that take turns, a few times each. */
function manyClasses({ classes, rounds }: { readonly classes: number; readonly rounds: number }): Workload {
  const measured = allDistinct(classes).map((one) => ({ ...one, count: rounds }));
  return workload({ name: `Classes${classes}`, nodes: 5000, initial: INITIAL_PODS, measured });
}

/** What pods of one of a hundred classes ask for. */
export function classRequests(index: number): Requests {
  return { milliCpu: 50 + 5 * index, memoryMebibytes: 100 + 10 * ((37 * index) % 100) };
}

/** No two pods ask for the same. */
function allDistinct(count: number): Group[] {
  return Array.from({ length: count }, (_, index) =>
    group(`m${index}-`, 1, { milliCpu: 50 + (index % 500), memoryMebibytes: 200 + 50 * Math.floor(index / 500) }),
  );
}

function group(namePrefix: string, count: number, requests: Requests): Group {
  return { count, namePrefix, template: podTemplate('sched-1', requests) };
}

/** A pod of one container; its name is given where it is counted. */
export function podTemplate(namespace: string, { milliCpu, memoryMebibytes }: Requests): Pod {
  const requests = { cpu: `${milliCpu}m`, memory: `${memoryMebibytes}Mi` };
  const containers = [
    { name: 'pause', image: 'registry.k8s.io/pause:3.10.1', resources: { requests, limits: requests } },
  ];
  return { metadata: { namespace }, spec: { containers, schedulerName: 'default-scheduler', priority: 0 } };
}
