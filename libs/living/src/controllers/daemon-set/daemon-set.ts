import { ownField } from '#json';
import type { KubernetesObject, Pod } from '#kubernetes';
import type { LabelSelector } from '#apimachinery';
import { availableAt, isReady } from '../../pods/index.js';
import type { Template } from '../replica-set/index.js';

/** A DaemonSet, as far as its controller looks into it; the API server has filled in what is not given. */
export interface DaemonSet extends KubernetesObject {
  spec: {
    readonly selector?: LabelSelector;
    readonly template?: Template;
    readonly minReadySeconds?: number;
    readonly revisionHistoryLimit?: number;
    readonly updateStrategy?: {
      readonly type?: string;
      readonly rollingUpdate?: { readonly maxUnavailable?: number | string; readonly maxSurge?: number | string };
    };
  };
  status?: DaemonSetStatus;
}

export interface DaemonSetStatus {
  readonly desiredNumberScheduled?: number;
  readonly currentNumberScheduled?: number;
  readonly numberMisscheduled?: number;
  readonly numberReady?: number;
  readonly updatedNumberScheduled?: number;
  readonly numberAvailable?: number;
  readonly numberUnavailable?: number;
  readonly observedGeneration?: number;
  readonly collisionCount?: number;
}

/** The label of a pod, and of a revision, that has the hash of the template. */
export const HASH_LABEL = 'controller-revision-hash';

export function hashOf({ metadata: { labels } }: KubernetesObject): string {
  return labels?.[HASH_LABEL] ?? '';
}

/** The label of a pod that has the number of the template. */
export const GENERATION_LABEL = 'pod-template-generation';
const TEMPLATE_GENERATION = 'deprecated.daemonset.template.generation';

/** The number of the template that the API server counts. */
export function templateGeneration({ metadata: { annotations } }: KubernetesObject): string | undefined {
  return annotations === undefined ? undefined : ownField(annotations, TEMPLATE_GENERATION);
}

/**
 * Whether a pod is of the present template: by its hash, or by the number of the template. A set that is made again
 * counts from 1, so it takes pods of an earlier first template as its own. // as IsPodUpdated
 */
export function isUpdated(set: DaemonSet, pod: Pod, hash: string): boolean {
  const generation = ownField(pod.metadata.labels, GENERATION_LABEL);
  return hashOf(pod) === hash || (generation !== undefined && generation === templateGeneration(set));
}

export function isAvailable(pod: Pod, { spec: { minReadySeconds = 0 } }: DaemonSet, now: number): boolean {
  return isReady(pod) && (availableAt(pod, minReadySeconds) ?? Infinity) <= now;
}

/** How many nodes may be without a pod that is available, and may have two, of so many. // as UnavailableCount */
export function updateBounds(
  { spec: { updateStrategy } }: DaemonSet,
  desired: number,
): { readonly maxUnavailable: number; readonly maxSurge: number } {
  const { rollingUpdate } = updateStrategy ?? {};
  const maxSurge = share(rollingUpdate?.maxSurge ?? 0, desired);
  const maxUnavailable = share(rollingUpdate?.maxUnavailable ?? 1, desired);
  // Otherwise the update would stand still.
  return { maxSurge, maxUnavailable: desired > 0 && maxSurge === 0 ? Math.max(1, maxUnavailable) : maxUnavailable };
}

/** Whether new pods come before old ones go. */
export function allowsSurge(set: DaemonSet): boolean {
  const { type, rollingUpdate } = set.spec.updateStrategy ?? {};
  return type === 'RollingUpdate' && share(rollingUpdate?.maxSurge ?? 0, 1) > 0;
}

/** A number, or a percentage of all, rounded up. */
function share(given: number | string, all: number): number {
  return typeof given === 'number' ? given : Math.ceil((Number.parseInt(given, 10) * all) / 100);
}
