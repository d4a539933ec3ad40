/**
 * Prefers nodes whose resources would be used evenly: 100 * (1 - standard deviation of the used fractions), truncated,
 * with the pod on the node and plain requests. Skips pods that ask for none of the resources. All in float64, in the
 * configured order. As kube-scheduler v1.34 NodeResourcesBalancedAllocation.
 */
import { duplicate, invalid } from '#apimachinery';
import { readResourceSpecs, type FieldReader, type ResourceSpec } from '../../fields/index.js';
import { definePlugin, SKIP, type Cycle, type PreparedScore } from '../../plugin.js';
import {
  FOR_ACCOUNT,
  isFast,
  isScalarResource,
  LARGEST_FAST_AMOUNT,
  podRequests,
  requestAmount,
  type Amount,
} from '../../resources/index.js';
import type { ResourceColumn } from '../../snapshot/index.js';

interface BalancedAllocationArgs {
  readonly resources: readonly ResourceSpec[];
}

export const nodeResourcesBalancedAllocation = definePlugin<BalancedAllocationArgs>({
  name: 'NodeResourcesBalancedAllocation',
  scoreReach: 'node',
  readArgs,
  preScore: (cycle) => (requestsOf(cycle).every(({ amount }) => amount === 0) ? SKIP : balancedScore(cycle)),
  score: (cycle) =>
    requestsOf(cycle).every(({ amount }) => amount === 0) ? { kind: 'score', score: () => 0 } : balancedScore(cycle),
});

/** As kube-scheduler v1.34 ValidateNodeResourcesBalancedAllocationArgs: weights have no meaning here and must be 1. */
function readArgs(reader: FieldReader): BalancedAllocationArgs {
  const resources = readResourceSpecs(reader);
  resources.forEach(({ name, weight }, index) => {
    const path = reader.at('resources').index(index);
    if (resources.findIndex((other) => other.name === name) < index) reader.report(duplicate(path.child('name'), name));
    if (weight !== 1) reader.report(invalid(path.child('weight'), weight, 'must be 1'));
  });
  return { resources };
}

function requestsOf({ pod, args }: Cycle<BalancedAllocationArgs>): readonly Amount[] {
  const requests = podRequests(pod.pod, FOR_ACCOUNT);
  return args.resources.map(({ name }) => requestAmount(name, requests.get(name)));
}

function balancedScore(cycle: Cycle<BalancedAllocationArgs>): PreparedScore {
  const used = requestsOf(cycle).filter(({ name, amount }) => amount !== 0 || !isScalarResource(name));
  const resources = used.flatMap((request): AskedResource[] => {
    const column = cycle.snapshot.resource(request.name);
    return column === undefined
      ? []
      : [
          {
            column,
            request,
            capacities: column.allocatable.values,
            requested: column.requested.values,
            isFast: isFast(request),
          },
        ];
  });
  const fractions = new Float64Array(resources.length);
  const score = (row: number): number => {
    let count = 0;
    for (let index = 0; index < resources.length; index += 1) {
      const resource = resources[index];
      if (resource !== undefined && resource.capacities[row] !== 0) fractions[count++] = usedFraction(resource, row);
    }
    return Math.trunc((1 - deviation(fractions, count)) * 100);
  };
  const [one, other] = resources;
  // Two are the rule, cpu and memory, and of two the deviation is half their distance.
  if (one === undefined || other === undefined || resources.length > 2) return { kind: 'score', score };
  return {
    kind: 'score',
    score,
    scoreRows: (rows, into) => {
      for (let at = 0; at < rows.length; at += 1) {
        const row = rows[at] ?? 0;
        const isBoth = one.capacities[row] !== 0 && other.capacities[row] !== 0;
        const distance = isBoth ? Math.abs((usedFraction(one, row) - usedFraction(other, row)) / 2) : 0;
        into[at] = Math.trunc((1 - distance) * 100);
      }
    },
  };
}

/**
 * A resource, and what the pod asks for of it. The arrays are those of the column; other ones
 * come with other nodes only.
 */
interface AskedResource {
  readonly column: ResourceColumn;
  readonly request: Amount;
  readonly capacities: Float64Array;
  readonly requested: Float64Array;
  readonly isFast: boolean;
}

function usedFraction(resource: AskedResource, row: number): number {
  const requested = resource.requested[row] ?? 0;
  const sum =
    requested <= LARGEST_FAST_AMOUNT && resource.isFast
      ? requested + resource.request.amount
      : Number(BigInt.asIntN(64, resource.column.requested.at(row) + resource.request.exact));
  return Math.min(1, sum / (resource.capacities[row] ?? 0));
}

/** Population standard deviation; of two values, half their distance; of fewer, 0. */
function deviation(fractions: Float64Array, count: number): number {
  if (count < 2) return 0;
  if (count === 2) return Math.abs(((fractions[0] ?? 0) - (fractions[1] ?? 0)) / 2);
  let total = 0;
  for (let index = 0; index < count; index += 1) total += fractions[index] ?? 0;
  const mean = total / count;
  let squares = 0;
  for (let index = 0; index < count; index += 1) {
    const distance = (fractions[index] ?? 0) - mean;
    squares += distance * distance;
  }
  return Math.sqrt(squares / count);
}
