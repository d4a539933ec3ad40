/**
 * Prefers nodes where more would be left: the weighted mean of the free hundredths of every resource, 0 for one that
 * the node does not have or has too little of. As kube-scheduler v1.20 NodeResourcesLeastAllocated.
 */
import { definePlugin } from '../../plugin.js';
import { hundredths, type ResourceUse } from '../v1-20/resource-use.js';
import { readWeightedResources, weightedScore, type WeightedResources } from '../v1-20/weighted-score.js';

export const nodeResourcesLeastAllocated = definePlugin<WeightedResources>({
  name: 'NodeResourcesLeastAllocated',
  scoreReach: 'node',
  readArgs: readWeightedResources,
  score: (cycle) => weightedScore(cycle, freeShare),
});

function freeShare({ requested, capacity }: ResourceUse): number {
  return capacity === 0 || requested > capacity ? 0 : hundredths(capacity - requested, capacity);
}
