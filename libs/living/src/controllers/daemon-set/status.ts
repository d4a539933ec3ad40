import type { DaemonNodeUse, KubernetesObject, Pod } from '#kubernetes';
import { isReady } from '../../pods/index.js';
import { isAvailable, isUpdated, type DaemonSet, type DaemonSetStatus } from './daemon-set.js';

/** What a status is counted from. */
export interface Counted {
  readonly nodes: readonly KubernetesObject[];
  readonly useOf: (node: KubernetesObject) => DaemonNodeUse;
  /** By the node that they are for. */
  readonly pods: ReadonlyMap<string, readonly Pod[]>;
  readonly hash: string;
  readonly collisionCount: number;
  readonly now: number;
}

/** The status of a set: of each node its oldest pod counts. // as kubernetes v1.34 updateDaemonSetStatus */
export function statusOf(set: DaemonSet, counted: Counted): DaemonSetStatus {
  const { nodes, useOf, pods, hash, collisionCount, now } = counted;
  const wanted = nodes.filter((node) => useOf(node).shouldRun);
  const oldest = wanted.flatMap((node) => inOrder(pods.get(node.metadata.name) ?? [])[0] ?? []);
  const available = oldest.filter((pod) => isAvailable(pod, set, now)).length;
  const misplaced = nodes.filter((node) => !useOf(node).shouldRun && pods.has(node.metadata.name));
  return {
    desiredNumberScheduled: wanted.length,
    currentNumberScheduled: oldest.length,
    numberMisscheduled: misplaced.length,
    numberReady: oldest.filter(isReady).length,
    ...withoutZeros({
      updatedNumberScheduled: oldest.filter((pod) => isUpdated(set, pod, hash)).length,
      numberAvailable: available,
      numberUnavailable: wanted.length - available,
      collisionCount,
    }),
    observedGeneration: set.metadata.generation ?? 1,
  };
}

/** Those on nodes first, then the oldest. // as podByCreationTimestampAndPhase */
export function inOrder(pods: readonly Pod[]): Pod[] {
  const rank = ({ spec, metadata: { creationTimestamp = '', name } }: Pod): string => {
    const { nodeName = '' } = (spec ?? {}) as { readonly nodeName?: string };
    return `${nodeName === '' ? 1 : 0} ${creationTimestamp} ${name}`;
  };
  return [...pods].sort((a, b) => (rank(a) < rank(b) ? -1 : 1));
}

/** Counts of 0 are not written. */
function withoutZeros(counts: Readonly<Record<string, number>>): Readonly<Record<string, number>> {
  return Object.fromEntries(Object.entries(counts).filter(([, count]) => count !== 0));
}
