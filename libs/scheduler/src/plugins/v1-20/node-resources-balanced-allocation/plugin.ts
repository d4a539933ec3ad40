/**
 * Prefers nodes whose cpu and memory would be used evenly: 100 less the distance of the used shares in hundredths,
 * truncated; 0 where either would be used up. As kube-scheduler v1.20 NodeResourcesBalancedAllocation.
 */
import { definePlugin } from '../../../plugin.js';
import { CPU, MEMORY } from '../../../resources/index.js';
import { resourceUse, type ResourceUse } from '../resource-use.js';

export const nodeResourcesBalancedAllocation = definePlugin({
  name: 'NodeResourcesBalancedAllocation',
  scoreReach: 'node',
  score(cycle) {
    const cpu = resourceUse(cycle, CPU);
    const memory = resourceUse(cycle, MEMORY);
    return {
      kind: 'score',
      score: (row) => {
        const ofCpu = usedFraction(cpu(row));
        const ofMemory = usedFraction(memory(row));
        return ofCpu >= 1 || ofMemory >= 1 ? 0 : Math.trunc((1 - Math.abs(ofCpu - ofMemory)) * 100);
      },
    };
  },
});

function usedFraction({ requested, capacity }: ResourceUse): number {
  return capacity === 0 ? 1 : requested / capacity;
}
