import { ownField } from '#json';
import type { Condition, KubernetesObject, Pod } from '#kubernetes';
import type { LabelSelector } from '#apimachinery';
import { hasEnded } from '../../pods/index.js';
import { isGoing } from '../../state/index.js';
import type { Template } from '../replica-set/index.js';
import type { PodFailurePolicy } from './failure-policy.js';
import type { SuccessPolicy } from './success-policy.js';

/** A batch/v1 Job, as it is stored: defaults are filled in. */
export interface Job extends KubernetesObject {
  spec: {
    readonly parallelism?: number;
    readonly completions?: number;
    readonly activeDeadlineSeconds?: number;
    readonly backoffLimit?: number;
    readonly backoffLimitPerIndex?: number;
    readonly maxFailedIndexes?: number;
    readonly ttlSecondsAfterFinished?: number;
    readonly completionMode?: string;
    readonly suspend?: boolean;
    readonly managedBy?: string;
    readonly selector?: LabelSelector;
    readonly podFailurePolicy?: PodFailurePolicy;
    readonly successPolicy?: SuccessPolicy;
    readonly podReplacementPolicy?: string;
    readonly template?: Template;
  };
  status?: JobStatus;
}

export interface JobStatus {
  readonly active?: number;
  readonly ready?: number;
  readonly terminating?: number;
  readonly succeeded?: number;
  readonly failed?: number;
  readonly startTime?: string;
  readonly completionTime?: string;
  readonly completedIndexes?: string;
  readonly failedIndexes?: string;
  readonly uncountedTerminatedPods?: Uncounted;
  readonly conditions?: readonly JobCondition[];
}

/** The uids of pods that have ended, and that the counters of a status do not count yet. */
export interface Uncounted {
  readonly succeeded?: readonly string[];
  readonly failed?: readonly string[];
}

export interface JobCondition extends Condition {
  readonly lastProbeTime?: string;
}

/** Why a job ends, or what else is said of it. */
export interface Verdict {
  readonly type: 'Complete' | 'SuccessCriteriaMet' | 'Failed' | 'FailureTarget';
  readonly reason: string;
  readonly message: string;
}

/** Holds a pod until its job has counted it. */
export const TRACKING = 'batch.kubernetes.io/job-tracking';
export const INDEX = 'batch.kubernetes.io/job-completion-index';

const OWN_MANAGER = 'kubernetes.io/job-controller';

/** Whether another controller than this one runs the job. // as managedByExternalController */
export function isManagedElsewhere({ spec: { managedBy } }: Job): boolean {
  return managedBy !== undefined && managedBy !== OWN_MANAGER;
}

export function isIndexed({ spec }: Job): boolean {
  return spec.completionMode === 'Indexed';
}

export function isSuspended({ spec }: Job): boolean {
  return spec.suspend === true;
}

/** The condition of a type, where it is true. */
export function trueCondition({ conditions = [] }: JobStatus, type: string): JobCondition | undefined {
  return conditions.find((one) => one.type === type && one.status === 'True');
}

/** The condition that says that a job has ended. */
export function endOf({ status = {} }: Job): JobCondition | undefined {
  return (status.conditions ?? []).find(
    ({ type, status: is }) => (type === 'Complete' || type === 'Failed') && is === 'True',
  );
}

export function isTracked({ metadata: { finalizers = [] } }: KubernetesObject): boolean {
  return finalizers.includes(TRACKING);
}

/** A pod without the finalizer of its job. */
export function withoutTracking(pod: Pod): Pod {
  const { finalizers = [], ...metadata } = pod.metadata;
  const left = finalizers.filter((one) => one !== TRACKING);
  return { ...pod, metadata: { ...metadata, ...(left.length > 0 && { finalizers: left }) } };
}

/** Deleted, and not ended yet. // as controller.IsPodTerminating */
export function isTerminating(pod: Pod): boolean {
  return isGoing(pod) && !hasEnded(pod);
}

/** Whether a pod is replaced when it has ended, not when it is deleted. // as onlyReplaceFailedPods */
export function replacesEnded({ spec }: Job): boolean {
  return spec.podReplacementPolicy === 'Failed' || spec.podFailurePolicy !== undefined;
}

/** Whether a pod counts as failed; one that is deleted does, where it is replaced at once. // as isPodFailed */
export function isFailed(pod: Pod, job: Job): boolean {
  if (pod.status?.phase === 'Failed') return true;
  return !replacesEnded(job) && isGoing(pod) && pod.status?.phase !== 'Succeeded';
}

/** Which index a pod completes; undefined where it says none that can be. // as getCompletionIndex */
export function indexOf({ metadata: { annotations } }: KubernetesObject): number | undefined {
  return countIn(ownField(annotations, INDEX));
}

/** The index of a pod, where its job has it. */
export function validIndexOf(pod: Pod, { spec: { completions = 0 } }: Job): number | undefined {
  const index = indexOf(pod);
  return index !== undefined && index < completions ? index : undefined;
}

/** What an annotation counts; undefined where it is no number of 32 bits from 0 on. */
export function countIn(text: string | undefined): number | undefined {
  if (text === undefined || !/^[+-]?\d+$/.test(text)) return undefined;
  const count = Number(text);
  return count >= 0 && count < 2 ** 31 ? Math.abs(count) : undefined;
}

/** The condition of a type with this status in the place of another; one that would only say False is not added. */
export function withCondition(
  conditions: readonly JobCondition[],
  said: { readonly type: string; readonly status: 'True' | 'False'; readonly reason: string; readonly message: string },
  time: string,
): readonly JobCondition[] {
  const known = conditions.find(({ type }) => type === said.type);
  if (known === undefined && said.status === 'False') return conditions;
  const isSame = known?.status === said.status && known.reason === said.reason && known.message === said.message;
  if (isSame) return conditions;
  const { type, status, ...why } = said;
  const condition = { type, status, lastProbeTime: time, lastTransitionTime: time, ...why };
  return known === undefined ? [...conditions, condition] : conditions.map((one) => (one === known ? condition : one));
}
