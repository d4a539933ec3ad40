import { equalJson } from '#json';
import type { Condition, Pod } from '#kubernetes';
import { availableAt, isReady } from '../../pods/index.js';
import { hasLabelsOf } from './pod-tallies.js';
import type { ReplicaSet, ReplicaSetStatus } from './replica-set.js';

/** What a look came to grief over. */
export interface Failure {
  readonly reason: 'FailedCreate' | 'FailedDelete';
  readonly message: string;
}

/** How many active pods of a set there are, and how they are. */
export interface PodCounts {
  readonly active: number;
  readonly labelled: number;
  readonly ready: number;
  readonly available: number;
}

export function countsOf(set: ReplicaSet, pods: readonly Pod[], now: number): PodCounts {
  const { minReadySeconds = 0 } = set.spec;
  return {
    active: pods.length,
    labelled: pods.filter(hasLabelsOf(set)).length,
    ready: pods.filter(isReady).length,
    available: pods.filter((pod) => (availableAt(pod, minReadySeconds) ?? Infinity) <= now).length,
  };
}

/** The status of a set with so many pods. // as kubernetes v1.34 calculateStatus */
export function statusOf(
  set: ReplicaSet,
  { active, labelled, ready, available }: PodCounts,
  { failure, time }: { readonly failure: Failure | undefined; readonly time: string },
): ReplicaSetStatus {
  const conditions = conditionsOf(set.status?.conditions ?? [], failure, time);
  return {
    replicas: active,
    ...counted('fullyLabeledReplicas', labelled),
    ...counted('readyReplicas', ready),
    ...counted('availableReplicas', available),
    observedGeneration: set.metadata.generation ?? 1,
    ...(conditions.length > 0 && { conditions }),
  };
}

export function sameStatus(one: ReplicaSetStatus | undefined, other: ReplicaSetStatus): boolean {
  return equalJson({ ...one }, { ...other });
}

/** A count of 0 is not written. */
function counted(field: string, count: number): Readonly<Record<string, number>> {
  return count === 0 ? {} : { [field]: count };
}

function conditionsOf(before: readonly Condition[], failure: Failure | undefined, time: string): readonly Condition[] {
  const type = 'ReplicaFailure';
  const known = before.find((one) => one.type === type);
  if (failure === undefined) return before.filter((one) => one !== known);
  if (known !== undefined) return before;
  return [...before, { type, status: 'True', lastTransitionTime: time, ...failure }];
}
