import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import type { PodDisruptionBudget } from '#kubernetes';
import type { ClusterObject, Node, Pod } from '#scheduler';

interface NodeGroup {
  readonly count: number;
  readonly namePrefix: string;
  readonly template: Node;
  /** For every key the node's label: value i % values of node i. */
  readonly cycleLabels?: Readonly<Record<string, readonly string[]>>;
}

interface PodGroup {
  readonly count: number;
  readonly namePrefix: string;
  readonly template: Pod;
}

/**
 * A cluster and the pods that are placed on it while the clock runs; groups of nodes and pods
 * are spelt out from templates.
 */
export interface Workload {
  readonly name: string;
  readonly namespaces: readonly ClusterObject[];
  readonly services?: readonly ClusterObject[];
  /** Their status follows the pods. */
  readonly podDisruptionBudgets?: readonly PodDisruptionBudget[];
  readonly nodes: readonly NodeGroup[];
  /** Placed before the clock runs: by the scheduler, or round robin. */
  readonly initialPods: readonly PodGroup[];
  readonly initialPlacement?: 'roundRobin';
  /** Groups take turns. */
  readonly measuredPods: readonly PodGroup[];
  /** Victims go at once, off the clock, and the pod is tried again, on it. */
  readonly preemption?: boolean;
  /** So many nodes get another label every second on the clock, one after the other: of the engine only. */
  readonly nodeChangesPerSecond?: number;
}

/** A file that is no workload; the message says what and where. */
export class WorkloadError extends Error {}

/** Reads a workload: JSON, gzipped or not. */
export function readWorkload(file: string): Workload {
  try {
    const bytes = readFileSync(file);
    const workload = JSON.parse(
      (file.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8'),
    ) as Partial<Workload>;
    for (const field of ['name', 'nodes', 'measuredPods'] as const)
      if (workload[field] === undefined) throw new WorkloadError(`${field} is missing`);
    return { namespaces: [], initialPods: [], ...workload } as Workload;
  } catch (error) {
    throw new WorkloadError(`${file}: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** The nodes, each with its name as hostname. */
export function workloadNodes({ nodes }: Workload): Node[] {
  return nodes.flatMap(({ count, namePrefix, template, cycleLabels = {} }) =>
    Array.from({ length: count }, (_, index) => {
      const name = `${namePrefix}${index}`;
      const cycled = Object.entries(cycleLabels).map(([key, values]) => [key, values[index % values.length]]);
      const labels = { ...template.metadata?.labels, 'kubernetes.io/hostname': name, ...Object.fromEntries(cycled) };
      return { ...template, metadata: { ...template.metadata, name, uid: name, labels } };
    }),
  );
}

/** The pods that are there before, group by group. */
export function initialPods({ initialPods: groups }: Workload): Pod[] {
  return groups.flatMap((group) => Array.from({ length: group.count }, (_, index) => podOf(group, index)));
}

/** The pods that are measured: the groups take turns, and one that is used up is passed over. */
export function measuredPods({ measuredPods: groups }: Workload): Pod[] {
  const pods: Pod[] = [];
  const most = Math.max(...groups.map(({ count }) => count));
  for (let index = 0; index < most; index += 1) {
    for (const group of groups) if (index < group.count) pods.push(podOf(group, index));
  }
  return pods;
}

function podOf({ namePrefix, template }: PodGroup, index: number): Pod {
  const name = `${namePrefix}${index}`;
  return {
    ...template,
    metadata: { ...template.metadata, name, uid: `${template.metadata?.namespace ?? ''}/${name}` },
  };
}
