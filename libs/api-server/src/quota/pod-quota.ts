import {
  addAmounts,
  isExtendedResource,
  isNativeResource,
  ONE,
  qosClass,
  readAmounts,
  type Amounts,
  type Container,
  type Pod,
  type PodAffinity,
  type PodAffinityTerm,
} from '#kubernetes';
import type { QuotaEvaluator } from './evaluator.js';
import { isPodLevelResource, podLimits, podRequests } from './pod-amounts.js';

const COUNT = 'count/pods';
const TRACKED: ReadonlySet<string> = new Set([
  COUNT,
  'cpu',
  'memory',
  'ephemeral-storage',
  'requests.cpu',
  'requests.memory',
  'requests.ephemeral-storage',
  'limits.cpu',
  'limits.memory',
  'limits.ephemeral-storage',
  'pods',
]);
/** What requests and limits of pods are both counted of. */
const COMPUTE: readonly string[] = ['cpu', 'memory', 'ephemeral-storage'];
const PREFIXES: readonly string[] = ['hugepages-', 'requests.hugepages-'];

/** Where a quota limits one of these, every container must say it. */
const STATED: readonly string[] = ['cpu', 'limits.cpu', 'limits.memory', 'memory', 'requests.cpu', 'requests.memory'];

/** What quotas count of pods. // as pkg/quota/v1/evaluator/core v1.34 podEvaluator */
export const podQuota: QuotaEvaluator<Pod> = {
  varies: true,
  updates: (pod, before) => resourcesText(pod) !== resourcesText(before),
  tracks: (resource) =>
    TRACKED.has(resource) ||
    PREFIXES.some((prefix) => resource.startsWith(prefix)) ||
    (resource.startsWith('requests.') && !isNativeResource(resource)),
  scopes,
  missing,
  usage: (pod, at) => {
    const counted = new Map([[COUNT, ONE]]);
    return isCharged(pod, at) ? addAmounts(counted, chargeOf(podRequests(pod), podLimits(pod))) : counted;
  },
};

/**
 * Pods that have ended are not charged, nor those whose time to end has passed twice over.
 * // as core v1.34 QuotaV1Pod
 */
function isCharged({ metadata, status }: Pod, at: Date): boolean {
  if (status?.phase === 'Succeeded' || status?.phase === 'Failed') return false;
  const { deletionTimestamp, deletionGracePeriodSeconds } = metadata as {
    readonly deletionTimestamp?: string | null;
    readonly deletionGracePeriodSeconds?: number | null;
  };
  if (!deletionTimestamp || typeof deletionGracePeriodSeconds !== 'number') return true;
  return at.getTime() <= Date.parse(deletionTimestamp) + deletionGracePeriodSeconds * 1_000;
}

/** Under all names by which a quota may limit it. // as core v1.34 podComputeUsageHelper */
function chargeOf(requests: Amounts, limits: Amounts): Amounts {
  const charge = new Map([['pods', ONE]]);
  for (const [name, amount] of requests) {
    if (COMPUTE.includes(name) || name.startsWith('hugepages-'))
      charge.set(name, amount).set(`requests.${name}`, amount);
    else if (isExtendedResource(name)) charge.set(`requests.${name}`, amount);
  }
  for (const [name, amount] of limits) if (COMPUTE.includes(name)) charge.set(`limits.${name}`, amount);
  return charge;
}

/**
 * `must specify cpu for: a; memory for: a,b`. A pod that says what it needs as a whole need not say it for its
 * containers. // as core v1.34 podEvaluator.Constraints
 */
function missing({ spec }: Pod, resources: readonly string[]): string | undefined {
  const ofPod = [...Object.keys(spec.resources?.requests ?? {}), ...Object.keys(spec.resources?.limits ?? {})];
  if (ofPod.some(isPodLevelResource)) return undefined;
  const containers = [...(spec.containers ?? []), ...(spec.initContainers ?? [])];
  const faults = STATED.filter((name) => resources.includes(name)).flatMap((name) => {
    const silent = containers.filter((container) => !states(container, name)).map((container) => container.name ?? '');
    return silent.length === 0 ? [] : [`${name} for: ${[...new Set(silent)].sort().join(',')}`];
  });
  return faults.length === 0 ? undefined : `must specify ${faults.join('; ')}`;
}

function states({ resources }: Container, name: string): boolean {
  return chargeOf(readAmounts(resources?.requests), readAmounts(resources?.limits)).has(name);
}

/** // as core v1.34 podMatchesScopeFunc */
function scopes(pod: Pod): readonly string[] {
  const { priorityClassName } = pod.spec;
  return [
    hasDeadline(pod) ? 'Terminating' : 'NotTerminating',
    isBestEffort(pod) ? 'BestEffort' : 'NotBestEffort',
    ...(looksElsewhere(pod) ? ['CrossNamespacePodAffinity'] : []),
    ...(priorityClassName ? [`PriorityClass=${priorityClassName}`] : []),
  ];
}

function hasDeadline({ spec: { activeDeadlineSeconds } }: Pod): boolean {
  return typeof activeDeadlineSeconds === 'number' && activeDeadlineSeconds >= 0;
}

function isBestEffort({ spec, status }: Pod): boolean {
  return (status?.qosClass || qosClass(spec)) === 'BestEffort';
}

/** A term of its (anti-)affinity is about pods of other namespaces. */
function looksElsewhere({ spec: { affinity } }: Pod): boolean {
  return [affinity?.podAffinity, affinity?.podAntiAffinity]
    .flatMap(termsOf)
    .some(({ namespaces = [], namespaceSelector }) => namespaces.length > 0 || (namespaceSelector ?? null) !== null);
}

function termsOf(stanza: PodAffinity | undefined): PodAffinityTerm[] {
  const preferred = stanza?.preferredDuringSchedulingIgnoredDuringExecution ?? [];
  return [
    ...(stanza?.requiredDuringSchedulingIgnoredDuringExecution ?? []),
    ...preferred.flatMap(({ podAffinityTerm }) => podAffinityTerm ?? []),
  ];
}

/** What a resize changes. */
function resourcesText({ spec }: Pod): string {
  const of = (containers: readonly Container[] = []): unknown => containers.map(({ resources }) => resources ?? {});
  return JSON.stringify([spec.resources ?? {}, of(spec.containers), of(spec.initContainers)]);
}
