import type { Cycle, NodeScore } from '../../plugin.js';
import { ASSUMED_REQUESTS, isFast, isScalarResource, podRequests, requestAmount, type Amount } from '../../resources/index.js';
import type { ResourceColumn } from '../../snapshot/index.js';
import type { NodeResourcesFitArgs, WeightedResource } from './args.js';
import { strategyOf, type Strategy } from './strategy.js';

/** Up to here, 100 times the amount is an exact double: 81.9 TiB. */
const LARGEST_FAST_CAPACITY = Math.floor(Number.MAX_SAFE_INTEGER / 100);

interface ScoredResource {
  readonly column: ResourceColumn;
  readonly request: Amount;
  readonly weight: number;
}

/**
 * The weighted mean of the resources' scores, with the pod on the node. Requests count with what is assumed where containers
 * state none, and without pod-level requests: that is upstream's, which computes the incoming pod's share differently from
 * that of pods which are on the node already. As kube-scheduler v1.34 resourceAllocationScorer.
 */
export function fitScore({ pod, snapshot, args }: Cycle<NodeResourcesFitArgs>): NodeScore {
  const strategy = strategyOf(args);
  const requests = podRequests(pod.pod, { useStatus: false, podLevel: false, assumed: ASSUMED_REQUESTS });
  const resources = args.scoringStrategy.resources.flatMap(({ name, weight }: WeightedResource): ScoredResource[] => {
    const column = snapshot.resource(name);
    const request = requestAmount(name, requests.get(name));
    return column === undefined || isLeftOut(request) ? [] : [{ column, request, weight }];
  });
  return (row) => weightedMean(resources, strategy, row);
}

/** A scalar resource that the pod does not ask for says nothing about where to put it. */
function isLeftOut({ name, amount }: Amount): boolean {
  return amount === 0 && isScalarResource(name);
}

function weightedMean(resources: readonly ScoredResource[], strategy: Strategy, row: number): number {
  let sum = 0;
  let weights = 0;
  for (const resource of resources) {
    if (resource.column.allocatable.values[row] === 0) continue;
    const score = resourceScore(resource, strategy, row);
    if (strategy.dropsZeros && score <= 0) continue;
    sum += score * resource.weight;
    weights += resource.weight;
  }
  if (weights === 0) return 0;
  return strategy.dropsZeros ? Math.round(sum / weights) : Math.trunc(sum / weights);
}

function resourceScore({ column, request }: ScoredResource, strategy: Strategy, row: number): number {
  const capacity = column.allocatable.values[row] ?? 0;
  const requested = (column.nonZeroRequested.values[row] ?? 0) + request.amount;
  if (capacity <= LARGEST_FAST_CAPACITY && requested <= LARGEST_FAST_CAPACITY && isFast(request)) return strategy.fast(requested, capacity);
  return strategy.exact(BigInt.asIntN(64, column.nonZeroRequested.at(row) + request.exact), column.allocatable.at(row));
}

