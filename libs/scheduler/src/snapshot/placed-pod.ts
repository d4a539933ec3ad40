import { isTerminating, podPriority, podUid, type Affinity, type Labels, type Pod, type Volume } from '../objects.js';
import { lazyPodTerms, type PodTerms } from '../pod-terms.js';
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
  readonly terminating: boolean;
  /** It is on its way out to make room for another pod. */
  readonly terminatingByPreemption: boolean;
  readonly load: PodLoad;
  /** Only where it has terms about other pods. */
  readonly affinity: Affinity | null;
  /** The terms of `affinity`, compiled when first asked for. */
  readonly terms: () => PodTerms;
  readonly volumes: readonly Volume[];
}

const NO_LABELS: Labels = Object.freeze({});
const NO_VOLUMES: readonly Volume[] = Object.freeze([]);

/** Finite, so that two such pods started at the same time. */
const NOT_STARTED = Number.MAX_SAFE_INTEGER;

function startedAt(startTime: string | null): number {
  return startTime === null ? NOT_STARTED : Date.parse(startTime);
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
    terminating: isTerminating(pod),
    terminatingByPreemption: isTerminating(pod) && disruptedByPreemption(pod),
    load: podLoad(pod),
    affinity,
    terms: lazyPodTerms(affinity, namespace),
    volumes: spec.volumes?.length ? spec.volumes : NO_VOLUMES,
  };
}

/** Whether the pod has any term about other pods, required or preferred. */
export function hasPodAffinity(pod: PlacedPod): boolean {
  const { podAffinity, podAntiAffinity } = pod.affinity ?? {};
  return [podAffinity, podAntiAffinity].some((terms) =>
    Boolean(terms?.requiredDuringSchedulingIgnoredDuringExecution?.length || terms?.preferredDuringSchedulingIgnoredDuringExecution?.length));
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
