import { compileLabelSelector, type LabelSelector } from '#apimachinery';
import {
  decidePods,
  DenseExecutor,
  defaultProfile,
  placedPod,
  podUid,
  Snapshot,
  type ClusterObjects,
  type Node,
  type Pod,
} from '#scheduler';

/** A cluster as lists: for each question the engine gets all of it anew. */
export interface PlainCluster {
  readonly nodes: readonly Node[];
  readonly bound: readonly Pod[];
  readonly objects: ClusterObjects;
}

export const AT = '2026-05-01T10:00:00Z';
const profile = defaultProfile();

export function plainSnapshot({ nodes, bound, objects }: PlainCluster): Snapshot {
  const snapshot = new Snapshot(objects);
  for (const node of nodes) snapshot.addNode(node);
  for (const pod of bound) {
    const row = snapshot.rowOf(pod.spec?.nodeName ?? '');
    if (row !== undefined) snapshot.addPod(placedPod(pod, AT), row);
  }
  return snapshot;
}

/** Where the pod would go, by the executor that keeps nothing; null where it finds no node. */
export function plainPlace(cluster: PlainCluster, pod: Pod): string | null {
  const steps = decidePods({
    snapshot: plainSnapshot(cluster),
    executor: new DenseExecutor(),
    pods: [pod],
    profileOf: () => profile,
    tieBreak: { rule: 'first' },
    preemption: 'off',
    now: AT,
  });
  for (const { nodeName } of steps) return nodeName;
  return null;
}

export function on(pod: Pod, nodeName: string): Pod {
  return { ...pod, spec: { ...pod.spec, nodeName } };
}

export function offNode(pod: Pod): Pod {
  const { nodeName: _, ...spec } = pod.spec ?? {};
  const { deletionTimestamp: _gone, ...metadata } = pod.metadata ?? {};
  return { ...pod, metadata: { ...metadata, creationTimestamp: AT }, spec, status: { phase: 'Pending' } };
}

export function withPods(cluster: PlainCluster, ...pods: readonly Pod[]): PlainCluster {
  return { ...cluster, bound: [...cluster.bound, ...pods] };
}

export function without(cluster: PlainCluster, pod: Pod): PlainCluster {
  return { ...cluster, bound: cluster.bound.filter((one) => podUid(one) !== podUid(pod)) };
}

/** Pods one after the other; answers where each went, and the cluster with them. */
export function plainPlaceAll(
  cluster: PlainCluster,
  pods: readonly Pod[],
): { readonly nodes: readonly (string | null)[]; readonly cluster: PlainCluster } {
  let now = cluster;
  const nodes = pods.map((pod) => {
    const node = plainPlace(now, pod);
    if (node !== null) now = withPods(now, on(pod, node));
    return node;
  });
  return { nodes, cluster: now };
}

export function closed(cluster: PlainCluster, names: readonly string[]): PlainCluster {
  const close = (node: Node): Node =>
    names.includes(node.metadata?.name ?? '') ? { ...node, spec: { ...node.spec, unschedulable: true } } : node;
  return { ...cluster, nodes: cluster.nodes.map(close) };
}

interface Budget {
  readonly metadata?: { readonly name?: string; readonly namespace?: string };
  readonly spec?: { readonly selector?: LabelSelector };
  readonly status?: { readonly disruptionsAllowed?: number };
}

/**
 * Whether the eviction API refuses the pod: several budgets select it, or its own allows no disruption. A pod that is
 * terminating goes in any case.
 */
export function forbidding({ objects }: PlainCluster, pod: Pod): boolean {
  if (pod.metadata?.deletionTimestamp) return false;
  const own = (objects.podDisruptionBudgets ?? []).filter((object) => {
    const { metadata, spec } = object as Budget;
    const matches = spec?.selector && compileLabelSelector(spec.selector);
    return (
      metadata?.namespace === pod.metadata?.namespace && typeof matches === 'function' && matches(pod.metadata?.labels)
    );
  });
  return own.length > 1 || own.some((object) => ((object as Budget).status?.disruptionsAllowed ?? 0) <= 0);
}
