import type { Attempt, OraclePlugin } from '../model.js';
import { allocatableOn, isCounted, isScalar, requestedOn } from '../node-resources.js';
import type { NodeObject } from '../objects.js';
import { countOf, podRequests } from '../pod-requests.js';

/** Prefers nodes whose resources would be taken to the same part. A pod that requests none of them is not scored. */
export const nodeResourcesBalancedAllocation: OraclePlugin = {
  name: 'NodeResourcesBalancedAllocation',
  preScoreSkip({ pod, args }) {
    const requests = podRequests(pod);
    return (args.resources ?? []).every(({ name }) => countOf(requests, name) === 0n);
  },
  score(attempt, node) {
    return Math.trunc((1 - deviation(fractionsOn(attempt, node))) * 100);
  },
};

function fractionsOn({ pod, cluster, args }: Attempt, node: NodeObject): readonly number[] {
  const requests = podRequests(pod);
  return (args.resources ?? []).flatMap(({ name }) => {
    const own = countOf(requests, name);
    const capacity = allocatableOn(node, name);
    if (!isCounted(name) || capacity === 0n || (isScalar(name) && own === 0n)) return [];
    return [Math.min(1, Number(requestedOn(cluster, node, name) + own) / Number(capacity))];
  });
}

/** The standard deviation; of two, half of their distance. */
function deviation(fractions: readonly number[]): number {
  const [first = 0, second = 0] = fractions;
  if (fractions.length < 2) return 0;
  if (fractions.length === 2) return Math.abs((first - second) / 2);
  let total = 0;
  for (const fraction of fractions) total += fraction;
  const mean = total / fractions.length;
  let squares = 0;
  for (const fraction of fractions) squares += (fraction - mean) * (fraction - mean);
  return Math.sqrt(squares / fractions.length);
}
