import type { KubernetesObject, ObjectMeta, Pod } from '#kubernetes';
import type { LabelSelector } from '#apimachinery';
import { availableAt, isReady } from '../../pods/index.js';
import { isGoing } from '../../state/index.js';
import type { Template } from '../replica-set/index.js';

/** A StatefulSet, as far as its controller looks into it; the API server has filled in what is not given. */
export interface StatefulSet extends KubernetesObject {
  spec: {
    readonly replicas?: number;
    readonly minReadySeconds?: number;
    readonly selector?: LabelSelector;
    readonly serviceName?: string;
    readonly podManagementPolicy?: string;
    readonly revisionHistoryLimit?: number;
    readonly updateStrategy?: { readonly type?: string; readonly rollingUpdate?: { readonly partition?: number } };
    readonly template?: Template;
    readonly ordinals?: { readonly start?: number };
    readonly persistentVolumeClaimRetentionPolicy?: { readonly whenDeleted?: string; readonly whenScaled?: string };
    readonly volumeClaimTemplates?: readonly ClaimTemplate[];
  };
  status?: StatefulSetStatus;
}

export interface ClaimTemplate {
  readonly metadata?: Partial<ObjectMeta>;
  readonly spec?: object;
}

export interface StatefulSetStatus {
  readonly replicas?: number;
  readonly readyReplicas?: number;
  readonly availableReplicas?: number;
  readonly currentReplicas?: number;
  readonly updatedReplicas?: number;
  readonly currentRevision?: string;
  readonly updateRevision?: string;
  readonly observedGeneration?: number;
  readonly collisionCount?: number;
}

export function wantedReplicas({ spec: { replicas = 1 } }: StatefulSet): number {
  return replicas;
}

export function firstOrdinal({ spec: { ordinals } }: StatefulSet): number {
  return ordinals?.start ?? 0;
}

/** Whether pods come and go together. */
export function isParallel({ spec }: StatefulSet): boolean {
  return spec.podManagementPolicy === 'Parallel';
}

/** The label of a pod that says which revision it is of. */
export const REVISION_LABEL = 'controller-revision-hash';

export function revisionOf({ metadata: { labels } }: Pod): string {
  return labels?.[REVISION_LABEL] ?? '';
}

/** The ordinal in the name of a pod of the set; -1 where it is none. // as getParentNameAndOrdinal */
export function ordinalOf(set: StatefulSet, { metadata: { name } }: Pod): number {
  const [, parent, digits] = /^(.*)-([0-9]+)$/.exec(name) ?? [];
  const ordinal = Number(digits);
  return parent === set.metadata.name && ordinal < 2 ** 31 ? ordinal : -1;
}

/** Whether the set wants a pod of this ordinal. */
export function isInRange(set: StatefulSet, ordinal: number): boolean {
  const start = firstOrdinal(set);
  return ordinal >= start && ordinal < start + wantedReplicas(set);
}

/** The API server has it: it has a phase then. */
export function isCreated({ status }: Pod): boolean {
  return (status?.phase ?? '') !== '';
}

export function isRunningAndReady(pod: Pod): boolean {
  return pod.status?.phase === 'Running' && isReady(pod);
}

/** It has been ready for long enough; its phase is not looked at. // as isRunningAndAvailable */
export function isAvailable(pod: Pod, { spec: { minReadySeconds = 0 } }: StatefulSet, now: number): boolean {
  return (availableAt(pod, minReadySeconds) ?? Infinity) <= now;
}

export function isUnavailable(pod: Pod, set: StatefulSet, now: number): boolean {
  return !isAvailable(pod, set, now) || isGoing(pod);
}
