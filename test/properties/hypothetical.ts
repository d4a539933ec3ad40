import type { AdmissionResult, KubernetesObject } from '#kubernetes';
import { compareQueued, type Pod } from '#scheduler';
import { HypotheticalCluster, NO_BUDGETS, type KnownPod } from '#what-if';
import { AT, plainSnapshot, type PlainCluster } from './plain-cluster.js';

/** Admission that changes nothing. */
const taken = (given: unknown): AdmissionResult => ({
  ...{ object: given as KubernetesObject, unresolved: [], reported: [], mutations: [], remarks: [], unknown: [] },
});

/** The same cluster as questions are asked about it, with these pods pending. */
export function hypothetical(cluster: PlainCluster, pending: readonly Pod[] = []): HypotheticalCluster {
  return new HypotheticalCluster({
    snapshot: plainSnapshot(cluster),
    rows: cluster.nodes.map(({ metadata }) => ({ name: metadata?.name ?? '', uid: metadata?.name ?? '' })),
    nodes: cluster.nodes,
    pods: known([...cluster.bound, ...pending]),
    budgets: NO_BUDGETS,
    admission: {
      admit: taken,
      change: taken,
      apply: taken,
      learn: () => undefined,
      unread: (_, kind) => ({ message: `kind ${kind} is not kept`, matters: true }),
    },
    at: AT,
  });
}

export function known(pods: readonly Pod[]): KnownPod[] {
  return pods.map((pod, position) => ({ pod, position }));
}

/** In the order in which they are tried. */
export function queued(pods: readonly Pod[], all: readonly Pod[] = pods): Pod[] {
  const places = new Map(all.map((pod, position) => [pod, position]));
  return pods
    .map((pod) => ({ pod, position: places.get(pod) ?? 0 }))
    .sort(compareQueued)
    .map(({ pod }) => pod);
}
