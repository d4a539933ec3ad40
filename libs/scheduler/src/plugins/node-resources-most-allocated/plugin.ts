/**
 * Prefers nodes where less would be left: the weighted mean of the used hundredths of every resource, 0 for one that
 * the node does not have or has too little of. As kube-scheduler v1.20 NodeResourcesMostAllocated.
 */
import { definePlugin } from '../../plugin.js';
import { hundredths, type ResourceUse } from '../v1-20/resource-use.js';
import { readWeightedResources, weightedScore, type WeightedResources } from '../v1-20/weighted-score.js';

export const nodeResourcesMostAllocated = definePlugin<WeightedResources>({
  name: 'NodeResourcesMostAllocated',
  scoreReach: 'node',
  readArgs: readWeightedResources,
  score: (cycle) => weightedScore(cycle, usedShare),
});

function usedShare({ requested, capacity }: ResourceUse): number {
  return capacity === 0 || requested > capacity ? 0 : hundredths(requested, capacity);
}
