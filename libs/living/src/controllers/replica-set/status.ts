import { equalJson, ownField } from '#json';
import type { Condition, Pod } from '#kubernetes';
import { availableAt, isReady } from '../../pods/index.js';
import type { ReplicaSet, ReplicaSetStatus } from './replica-set.js';

/** What a look came to grief over. */
export interface Failure {
  readonly reason: 'FailedCreate' | 'FailedDelete';
  readonly message: string;
}

/** The status of a set with these active pods. // as kubernetes v1.34 calculateStatus */
export function statusOf(
  set: ReplicaSet,
  pods: readonly Pod[],
  { failure, now, time }: { readonly failure: Failure | undefined; readonly now: number; readonly time: string },
): ReplicaSetStatus {
  const { template = {}, minReadySeconds = 0 } = set.spec;
  const wanted = Object.entries(template.metadata?.labels ?? {});
  const labelled = pods.filter(({ metadata: { labels } }) =>
    wanted.every(([key, value]) => ownField(labels, key) === value),
  );
  const conditions = conditionsOf(set.status?.conditions ?? [], failure, time);
  return {
    replicas: pods.length,
    ...counted('fullyLabeledReplicas', labelled.length),
    ...counted('readyReplicas', pods.filter(isReady).length),
    ...counted(
      'availableReplicas',
      pods.filter((pod) => (availableAt(pod, minReadySeconds) ?? Infinity) <= now).length,
    ),
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
