import type { Condition, KubernetesObject } from '#kubernetes';
import type { LabelSelector } from '#apimachinery';
import type { ReplicaSet, Template } from '../replica-set/index.js';

/** An apps/v1 Deployment, as it is stored: defaults are filled in. */
export interface Deployment extends KubernetesObject {
  spec: {
    readonly replicas?: number;
    readonly selector?: LabelSelector;
    readonly template?: Template;
    readonly strategy?: {
      readonly type?: string;
      readonly rollingUpdate?: { readonly maxSurge?: number | string; readonly maxUnavailable?: number | string };
    };
    readonly minReadySeconds?: number;
    readonly revisionHistoryLimit?: number;
    readonly progressDeadlineSeconds?: number;
    readonly paused?: boolean;
  };
  status?: DeploymentStatus;
}

export interface DeploymentStatus {
  readonly observedGeneration?: number;
  readonly replicas?: number;
  readonly updatedReplicas?: number;
  readonly readyReplicas?: number;
  readonly availableReplicas?: number;
  readonly unavailableReplicas?: number;
  readonly collisionCount?: number;
  readonly conditions?: readonly DeploymentCondition[];
}

export interface DeploymentCondition extends Condition {
  readonly lastUpdateTime?: string;
}

/** The sets of a Deployment: the one of its template, and the others. */
export interface Sets {
  readonly fresh: ReplicaSet | undefined;
  readonly old: readonly ReplicaSet[];
}

/** All of them. */
export function allOf({ fresh, old }: Sets): ReplicaSet[] {
  return fresh === undefined ? [...old] : [...old, fresh];
}

export function replicasOf({ spec: { replicas = 1 } }: Deployment | ReplicaSet): number {
  return replicas;
}

/** How many pods sets want together. */
export function wantedBy(sets: readonly ReplicaSet[]): number {
  return sets.reduce((sum, set) => sum + replicasOf(set), 0);
}

export function availableOf({ status }: ReplicaSet): number {
  return status?.availableReplicas ?? 0;
}

/** Sets that want pods. */
export function active(sets: readonly ReplicaSet[]): ReplicaSet[] {
  return sets.filter((set) => replicasOf(set) > 0);
}

export function isRolling({ spec: { strategy } }: Deployment): boolean {
  return strategy?.type === 'RollingUpdate';
}

/** How many pods there may be beyond those that are wanted: a share of them, rounded up. */
export function maxSurge(deployment: Deployment): number {
  return isRolling(deployment) ? bounds(deployment).surge : 0;
}

/** How many pods may be missing: a share rounded down; at least one, where no pod may be beyond. */
export function maxUnavailable(deployment: Deployment): number {
  if (!isRolling(deployment) || replicasOf(deployment) === 0) return 0;
  return Math.min(bounds(deployment).unavailable, replicasOf(deployment));
}

/** // as deploymentutil.ResolveFenceposts */
function bounds(deployment: Deployment): { readonly surge: number; readonly unavailable: number } {
  const { maxSurge: surge = 0, maxUnavailable: unavailable = 0 } = deployment.spec.strategy?.rollingUpdate ?? {};
  const replicas = replicasOf(deployment);
  const most = scaledShare(surge, replicas, Math.ceil);
  const fewer = scaledShare(unavailable, replicas, Math.floor);
  return { surge: most, unavailable: most === 0 && fewer === 0 ? 1 : fewer };
}

/** A number, or a percentage of the replicas. */
function scaledShare(share: number | string, replicas: number, round: (value: number) => number): number {
  if (typeof share === 'number') return share;
  return round((Number.parseInt(share, 10) * replicas) / 100);
}

/** The surge that a new set may use: not more than its share, though no pod may be missing. */
export function surgeOfNew({ spec }: Deployment, replicas: number): number {
  return scaledShare(spec.strategy?.rollingUpdate?.maxSurge ?? 0, replicas, Math.ceil);
}

const NO_DEADLINE = 2 ** 31 - 1;

/** After how many seconds without progress a rollout is late; undefined: never. */
export function deadlineOf({ spec: { progressDeadlineSeconds } }: Deployment): number | undefined {
  return progressDeadlineSeconds === NO_DEADLINE ? undefined : progressDeadlineSeconds;
}

/** Oldest first; sets of one time by name. */
export function byAge(a: KubernetesObject, b: KubernetesObject): number {
  const [one, other] = [a.metadata, b.metadata];
  const difference = Date.parse(one.creationTimestamp ?? '') - Date.parse(other.creationTimestamp ?? '');
  return difference || (one.name < other.name ? -1 : one.name > other.name ? 1 : 0);
}
