import { defaultProfile, placedPod, Snapshot, type Node, type Pod } from '#scheduler';
import { DEFAULT_COSTS } from '../why-not/costs.js';
import { fitAnywhere, type FitAnywhere } from '../why-not/fit-anywhere.js';
import { whyNot, type WhyNot } from '../why-not/why-not.js';

export const profile = defaultProfile();

interface NodeShape {
  readonly labels?: Record<string, string>;
  readonly spec?: object;
  readonly allocatable?: Record<string, string>;
}

/** A node of 4 cpu, 8Gi and 10 pods. */
export function node(name: string, { labels = {}, spec = {}, allocatable = {} }: NodeShape = {}): Node {
  return {
    metadata: { name, labels: { 'kubernetes.io/hostname': name, ...labels } },
    spec,
    status: { allocatable: { cpu: '4', memory: '8Gi', pods: '10', ...allocatable } },
  };
}

/** A pod with one container; what is named beside labels and requests is its spec's. */
export function pod(name: string, { labels = {}, requests = {}, ...spec }: Record<string, unknown> = {}): Pod {
  return {
    metadata: { name, namespace: 'shop', uid: name, labels: labels as Record<string, string> },
    spec: { containers: [{ name: 'c', resources: { requests } }], ...spec },
  } as Pod;
}

/** Nodes and the pods on them. */
export function snapshotOf(nodes: readonly Node[], bound: readonly Pod[] = [], objects: object = {}): Snapshot {
  const snapshot = new Snapshot(objects);
  for (const one of nodes) snapshot.addNode(one);
  for (const one of bound) snapshot.addPod(placedPod(one), snapshot.rowOf(one.spec?.nodeName ?? '') ?? -1);
  return snapshot;
}

/** Why a pod does not go to the first node. */
export function asked(snapshot: Snapshot, of: Pod, identityLabels: readonly string[] = []): WhyNot {
  return whyNot({ snapshot, profile, pod: of, row: 0, costs: DEFAULT_COSTS, identityLabels });
}

/** The nodes on which a pod would fit for the least. */
export function anywhere(snapshot: Snapshot, of: Pod): FitAnywhere {
  const search = fitAnywhere({ snapshot, profile, pod: of, costs: DEFAULT_COSTS, limit: 3 });
  for (let step = search.next(); ; step = search.next()) if (step.done === true) return step.value;
}

/** The changes that are enough together, in words, and what they cost. */
export const suggested = ({ together, cost }: WhyNot): unknown[] => [
  ...(together ?? []).map(({ sentence }) => sentence),
  cost,
];
