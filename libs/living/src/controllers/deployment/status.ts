import type { ReplicaSet } from '../replica-set/index.js';
import { find, newCondition, withCondition, without } from './conditions.js';
import {
  allOf,
  availableOf,
  deadlineOf,
  maxUnavailable,
  replicasOf,
  wantedBy,
  type Deployment,
  type DeploymentCondition,
  type DeploymentStatus,
  type Sets,
} from './deployment.js';

const COMPLETE = 'NewReplicaSetAvailable';
export const TIMED_OUT = 'ProgressDeadlineExceeded';

/** When a status is computed: milliseconds since 1970, and the same as metav1.Time. */
export interface StatusTime {
  readonly now: number;
  readonly time: string;
}

/** What the sets of a Deployment come to. // as kubernetes v1.34 calculateStatus */
export function countedStatus(deployment: Deployment, sets: Sets, { time }: StatusTime): DeploymentStatus {
  const all = allOf(sets);
  const available = all.reduce((sum, set) => sum + availableOf(set), 0);
  const isMet = available >= replicasOf(deployment) - maxUnavailable(deployment);
  const said = isMet
    ? { status: 'True', reason: 'MinimumReplicasAvailable', message: 'Deployment has minimum availability.' }
    : {
        status: 'False',
        reason: 'MinimumReplicasUnavailable',
        message: 'Deployment does not have minimum availability.',
      };
  const { collisionCount, conditions = [] } = deployment.status ?? {};
  return {
    observedGeneration: deployment.metadata.generation ?? 1,
    ...counted('replicas', actual(all)),
    ...counted('updatedReplicas', actual(sets.fresh === undefined ? [] : [sets.fresh])),
    ...counted(
      'readyReplicas',
      all.reduce((sum, { status }) => sum + (status?.readyReplicas ?? 0), 0),
    ),
    ...counted('availableReplicas', available),
    ...counted('unavailableReplicas', Math.max(0, wantedBy(all) - available)),
    ...(collisionCount !== undefined && { collisionCount }),
    conditions: withCondition(conditions, newCondition({ type: 'Available', ...said }, time)),
  };
}

/** The same of a rollout: how it goes, and what went wrong with its sets. // as syncRolloutStatus */
export function rolloutStatus(deployment: Deployment, sets: Sets, at: StatusTime): DeploymentStatus {
  const status = countedStatus(deployment, sets, at);
  const progressed = withProgress(deployment, status, { fresh: sets.fresh, ...at });
  const failure = failureOf(sets);
  const conditions = progressed.conditions ?? [];
  const said = failure === undefined ? without(conditions, 'ReplicaFailure') : withCondition(conditions, failure);
  return { ...progressed, conditions: said };
}

function withProgress(
  deployment: Deployment,
  status: DeploymentStatus,
  { fresh, now, time }: StatusTime & Pick<Sets, 'fresh'>,
): DeploymentStatus {
  const conditions = status.conditions ?? [];
  if (deadlineOf(deployment) === undefined) return { ...status, conditions: without(conditions, 'Progressing') };
  const current = find(deployment.status?.conditions ?? [], 'Progressing');
  const isDone = (status.replicas ?? 0) === (status.updatedReplicas ?? 0) && current?.reason === COMPLETE;
  if (isDone) return status;
  const subject =
    fresh === undefined ? `Deployment "${deployment.metadata.name}"` : `ReplicaSet "${fresh.metadata.name}"`;
  const progressing = (said: Pick<Said, 'status' | 'reason' | 'message'>): DeploymentCondition =>
    newCondition({ type: 'Progressing', ...said }, time);
  if (isComplete(deployment, status)) {
    const message = `${subject} has successfully progressed.`;
    const done = progressing({ status: 'True', reason: COMPLETE, message });
    return { ...status, conditions: withCondition(conditions, done) };
  }
  if (progresses(deployment.status ?? {}, status)) {
    const said = progressing({ status: 'True', reason: 'ReplicaSetUpdated', message: `${subject} is progressing.` });
    const since = current?.status === 'True' ? current.lastTransitionTime : undefined;
    const moved = { ...said, ...(since !== undefined && { lastTransitionTime: since }) };
    return { ...status, conditions: [...without(conditions, 'Progressing'), moved] };
  }
  if (!isLate(deployment, status, now)) return status;
  const late = progressing({ status: 'False', reason: TIMED_OUT, message: `${subject} has timed out progressing.` });
  return { ...status, conditions: withCondition(conditions, late) };
}

type Said = Required<Pick<DeploymentCondition, 'status' | 'reason' | 'message'>>;

/** Every pod is of the present template and available. // as deploymentutil.DeploymentComplete */
export function isComplete(deployment: Deployment, status: DeploymentStatus): boolean {
  const replicas = replicasOf(deployment);
  return (
    (status.updatedReplicas ?? 0) === replicas &&
    (status.replicas ?? 0) === replicas &&
    (status.availableReplicas ?? 0) === replicas &&
    (status.observedGeneration ?? 0) >= (deployment.metadata.generation ?? 1)
  );
}

/** More pods are updated, ready or available, or fewer are old. // as deploymentutil.DeploymentProgressing */
function progresses(before: DeploymentStatus, after: DeploymentStatus): boolean {
  const old = ({ replicas = 0, updatedReplicas = 0 }: DeploymentStatus): number => replicas - updatedReplicas;
  return (
    (after.updatedReplicas ?? 0) > (before.updatedReplicas ?? 0) ||
    old(after) < old(before) ||
    (after.readyReplicas ?? 0) > (before.readyReplicas ?? 0) ||
    (after.availableReplicas ?? 0) > (before.availableReplicas ?? 0)
  );
}

function isLate(deployment: Deployment, { conditions = [] }: DeploymentStatus, now: number): boolean {
  const condition = find(conditions, 'Progressing');
  if (condition === undefined || condition.reason === COMPLETE) return false;
  return condition.reason === TIMED_OUT || now > (lateAt(deployment, condition) ?? Infinity);
}

/** Whether nothing is expected of a rollout any more: it is done, or late already. */
export function hasNoDeadline({ reason }: DeploymentCondition): boolean {
  return reason === COMPLETE || reason === TIMED_OUT;
}

/** After when there has been no progress for too long, in milliseconds since 1970. */
export function lateAt(deployment: Deployment, condition: DeploymentCondition): number | undefined {
  const seconds = deadlineOf(deployment);
  return seconds === undefined ? undefined : Date.parse(condition.lastUpdateTime ?? '') + seconds * 1_000;
}

/** That of the new set, else that of an old one. // as getReplicaFailures */
function failureOf({ fresh, old }: Sets): DeploymentCondition | undefined {
  const sets = fresh === undefined ? old : [fresh, ...old];
  const found = sets.flatMap(({ status }) => status?.conditions ?? []).find(({ type }) => type === 'ReplicaFailure');
  if (found === undefined) return undefined;
  const { lastTransitionTime } = found;
  return { ...found, ...(lastTransitionTime !== undefined && { lastUpdateTime: lastTransitionTime }) };
}

function actual(sets: readonly ReplicaSet[]): number {
  return sets.reduce((sum, { status }) => sum + (status?.replicas ?? 0), 0);
}

/** A count of 0 is not written. */
function counted(field: string, count: number): Readonly<Record<string, number>> {
  return count === 0 ? {} : { [field]: count };
}
