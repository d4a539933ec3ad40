import { podsOn, type FilterAttempt, type OraclePlugin, type ScoreAttempt } from '../model.js';
import { allocatableOn, isCounted, isExtended, isScalar, nonZeroRequestedOn, requestedOn } from '../node-resources.js';
import type { NodeObject } from '../objects.js';
import { countOf, DEFAULT_CONTAINER_REQUESTS, podRequests } from '../pod-requests.js';
import { leastAllocated, mostAllocated, requestedToCapacityRatio, type Share } from '../resource-strategies.js';

/** What the pod requests must be left on the node, and room for one more pod. Scores by how much of it is taken. */
export const nodeResourcesFit: OraclePlugin = {
  name: 'NodeResourcesFit',
  preFilter: () => ({}),
  filter(attempt, node) {
    const missing = missingResources(attempt, node);
    const crowded = BigInt(podsOn(attempt.cluster, node).length) + 1n > allocatableOn(node, 'pods');
    if (missing.length === 0 && !crowded) return null;
    const never = missing.some(({ requested, allocatable }) => requested > allocatable);
    const reasons = missing.map(({ resource }) => `Insufficient ${resource}`);
    return {
      code: never ? 'UnschedulableAndUnresolvable' : 'Unschedulable',
      reasons: crowded ? ['Too many pods', ...reasons] : reasons,
    };
  },
  score(attempt, node) {
    const { type = 'LeastAllocated', requestedToCapacityRatio: ratio } = attempt.args.scoringStrategy ?? {};
    const shares = sharesOn(attempt, node);
    if (type === 'MostAllocated') return mostAllocated(shares);
    if (type === 'RequestedToCapacityRatio') return requestedToCapacityRatio(shares, ratio?.shape ?? []);
    return leastAllocated(shares);
  },
};

function missingResources(
  { pod, cluster, args }: FilterAttempt,
  node: NodeObject,
): { resource: string; requested: bigint; allocatable: bigint }[] {
  const requests = podRequests(pod);
  return [...requests.keys()]
    .filter(isCounted)
    .filter((resource) => !(isExtended(resource) && isIgnored(resource, args)))
    .map((resource) => ({
      resource,
      requested: countOf(requests, resource),
      allocatable: allocatableOn(node, resource),
    }))
    .filter(
      ({ resource, requested, allocatable }) =>
        requested > 0n && requested > allocatable - requestedOn(cluster, node, resource),
    );
}

function isIgnored(
  resource: string,
  { ignoredResources = [], ignoredResourceGroups = [] }: FilterAttempt['args'],
): boolean {
  return ignoredResources.includes(resource) || ignoredResourceGroups.includes(resource.split('/')[0] ?? '');
}

/** The strategy's resources that the node has. One with a vendor's name counts only for a pod that requests it. */
function sharesOn({ pod, cluster, args }: ScoreAttempt, node: NodeObject): readonly Share[] {
  // As kube-scheduler v1.34: this score alone does not see pod-level requests of the pod that is placed.
  const requests = podRequests(pod, { atLeast: DEFAULT_CONTAINER_REQUESTS, ignorePodLevel: true });
  const resources = args.scoringStrategy?.resources ?? [];
  return resources.flatMap(({ name, weight }) => {
    const own = countOf(requests, name);
    const capacity = allocatableOn(node, name);
    if (!isCounted(name) || capacity === 0n || (isScalar(name) && own === 0n)) return [];
    const taken =
      name === 'cpu' || name === 'memory' ? nonZeroRequestedOn(cluster, node, name) : requestedOn(cluster, node, name);
    return [{ requested: taken + own, capacity, weight: BigInt(weight) }];
  });
}
