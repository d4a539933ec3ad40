import { afterEviction, type AfterEviction } from '#kubernetes';
import {
  isTerminating,
  podPriority,
  podUid,
  type Affinity,
  type Labels,
  type Pod,
  lazyPodTerms,
  placedSpec,
  type PlacedSpec,
  type PodTerms,
} from '../objects/index.js';
import { podLoad, type PodLoad } from '../resources/index.js';

/** A pod on a node: what plugins ask about pods that are there already, and nothing else of its JSON. */
export interface PlacedPod {
  readonly uid: string;
  readonly namespace: string;
  readonly name: string;
  readonly labels: Labels;
  readonly priority: number;
  /** Milliseconds since the epoch; a pod that has not started yet starts later than any that has. */
  readonly startedAt: number;
  /**
   * Of its creation in the log: in this order pods stand on their node. `UNLOGGED` pods stand
   * behind the others, as they come.
   */
  readonly position: number;
  readonly terminating: boolean;
  /** It is on its way out to make room for another pod. */
  readonly terminatingByPreemption: boolean;
  /** What becomes of it if it is evicted. No plugin reads it: preemption chooses pods of DaemonSets as well. */
  readonly afterEviction: AfterEviction;
  readonly load: PodLoad;
  /** Only where it has terms about other pods. */
  readonly affinity: Affinity | null;
  /** The terms of `affinity`, compiled when first asked for. */
  readonly terms: () => PodTerms;
  readonly spec: PlacedSpec;
}

const NO_LABELS: Labels = Object.freeze({});

/** The position of a pod that comes from no log. */
export const UNLOGGED = -1;

/** Finite, so that two such pods started at the same time. */
const NOT_STARTED = Number.MAX_SAFE_INTEGER;

/** What is no time is none. */
function startedAt(startTime: string | null): number {
  const parsed = startTime === null ? NaN : Date.parse(startTime);
  return Number.isNaN(parsed) ? NOT_STARTED : parsed;
}

/** What stays of a pod once it is on a node. `startTime` (RFC 3339) stands in where the pod's status has none. */
export function placedPod(pod: Pod, startTime: string | null = null): PlacedPod {
  const { metadata = {}, spec = {}, status = {} } = pod;
  const namespace = metadata.namespace ?? '';
  const affinity = spec.affinity?.podAffinity || spec.affinity?.podAntiAffinity ? spec.affinity : null;
  return {
    uid: podUid(pod),
    namespace,
    name: metadata.name ?? '',
    labels: metadata.labels ?? NO_LABELS,
    priority: podPriority(pod),
    startedAt: startedAt(status.startTime ?? startTime),
    position: UNLOGGED,
    terminating: isTerminating(pod),
    terminatingByPreemption: isTerminating(pod) && disruptedByPreemption(pod),
    afterEviction: afterEviction(pod),
    load: podLoad(pod),
    affinity,
    terms: lazyPodTerms(affinity, namespace),
    spec: placedSpec(spec),
  };
}

/** What tells a pod from others that it shares everything else with. */
export type PlacedIdentity = Pick<PlacedPod, 'uid' | 'name' | 'position'> & { readonly startedAt: number | null };

/**
 * Another pod of the same namespace and shape: what `placedPod` made once, load and compiled terms included, is shared.
 * `startedAt` null: it has not started yet.
 */
export function placedLike(like: PlacedPod, { uid, name, startedAt, position }: PlacedIdentity): PlacedPod {
  return {
    uid,
    namespace: like.namespace,
    name,
    labels: like.labels,
    priority: like.priority,
    startedAt: startedAt ?? NOT_STARTED,
    position,
    terminating: like.terminating,
    terminatingByPreemption: like.terminatingByPreemption,
    afterEviction: like.afterEviction,
    load: like.load,
    affinity: like.affinity,
    terms: like.terms,
    spec: like.spec,
  };
}

/** Whether the pod has any term about other pods, required or preferred. */
export function hasPodAffinity({ affinity }: PlacedPod): boolean {
  if (affinity === null) return false;
  const { podAffinity, podAntiAffinity } = affinity;
  return [podAffinity, podAntiAffinity].some((terms) =>
    Boolean(
      terms?.requiredDuringSchedulingIgnoredDuringExecution?.length ||
      terms?.preferredDuringSchedulingIgnoredDuringExecution?.length,
    ),
  );
}

/** Whether the pod keeps other pods away. */
export function hasRequiredAntiAffinity(pod: PlacedPod): boolean {
  return Boolean(pod.affinity?.podAntiAffinity?.requiredDuringSchedulingIgnoredDuringExecution?.length);
}

/** As kube-scheduler v1.34 podTerminatingByPreemption: the first DisruptionTarget condition says. */
function disruptedByPreemption({ status }: Pod): boolean {
  const target = status?.conditions?.find(({ type }) => type === 'DisruptionTarget');
  return target?.status === 'True' && target.reason === 'PreemptionByScheduler';
}

/**
 * Where a pod stands among those of its node. Most pods come in the order of their creation, so it is looked for from
 * the end.
 */
export function placeAmong(pods: readonly PlacedPod[], { position }: PlacedPod): number {
  let index = pods.length;
  if (position === UNLOGGED) return index;
  for (
    let before = pods[index - 1];
    before !== undefined && (before.position > position || before.position === UNLOGGED);
    before = pods[index - 1]
  )
    index -= 1;
  return index;
}
