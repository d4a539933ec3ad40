import type { Pod } from '#kubernetes';
import { isGoing } from '../../state/index.js';
import {
  isAvailable,
  isCreated,
  isRunningAndReady,
  revisionOf,
  wantedReplicas,
  type StatefulSet,
  type StatefulSetStatus,
} from './stateful-set.js';

/** The revisions that a set's pods are of, by the names of their objects. */
export interface Revisions {
  readonly current: string;
  readonly update: string;
  readonly collisionCount: number;
}

/** Pods by what they count for. // as computeReplicaStatus */
export interface Counts {
  readonly replicas: number;
  readonly readyReplicas: number;
  readonly availableReplicas: number;
  readonly currentReplicas: number;
  readonly updatedReplicas: number;
}

export function countsOf(
  set: StatefulSet,
  pods: readonly Pod[],
  { current, update, now }: Pick<Revisions, 'current' | 'update'> & { readonly now: number },
): Counts {
  const living = pods.filter((pod) => isCreated(pod) && !isGoing(pod));
  const ready = pods.filter(isRunningAndReady);
  return {
    replicas: pods.filter(isCreated).length,
    readyReplicas: ready.length,
    availableReplicas: ready.filter((pod) => isAvailable(pod, set, now)).length,
    currentReplicas: living.filter((pod) => revisionOf(pod) === current).length,
    updatedReplicas: living.filter((pod) => revisionOf(pod) === update).length,
  };
}

/** The status of a set; an update that is complete makes its revision the current one. */
export function statusOf(set: StatefulSet, counts: Counts, revisions: Revisions): StatefulSetStatus {
  const isDone = isUpdated(set, counts);
  const { replicas, availableReplicas, readyReplicas, updatedReplicas } = counts;
  const currentReplicas = isDone ? updatedReplicas : counts.currentReplicas;
  return {
    ...{ replicas, availableReplicas },
    ...withoutZeros({ readyReplicas, currentReplicas, updatedReplicas }),
    currentRevision: isDone ? revisions.update : revisions.current,
    updateRevision: revisions.update,
    collisionCount: revisions.collisionCount,
    observedGeneration: set.metadata.generation ?? 1,
  };
}

/** // as completeRollingUpdate */
function isUpdated(set: StatefulSet, { updatedReplicas, readyReplicas, replicas }: Counts): boolean {
  const wanted = wantedReplicas(set);
  const isRolling = set.spec.updateStrategy?.type === 'RollingUpdate';
  return isRolling && [updatedReplicas, readyReplicas, replicas].every((count) => count === wanted);
}

/** Counts of 0 are not written. */
function withoutZeros(counts: Readonly<Record<string, number>>): Readonly<Record<string, number>> {
  return Object.fromEntries(Object.entries(counts).filter(([, count]) => count !== 0));
}
