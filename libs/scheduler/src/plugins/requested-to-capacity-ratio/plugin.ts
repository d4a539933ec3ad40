/**
 * Follows a broken line over the utilisation of every resource, which is rounded up; the weighted mean of what is above
 * 0, rounded. Without resources the score is 0 everywhere. As kube-scheduler v1.20 RequestedToCapacityRatio.
 */
import { definePlugin, type Cycle, type PreparedScore } from '../../plugin.js';
import { brokenLine } from '../node-resources-fit/broken-line.js';
import { hundredths, resourceUse, type ResourceUse } from '../v1-20/resource-use.js';
import { readRatioArgs, type RatioArgs } from './args.js';

/** A shape's scores are given as 0..10. */
const SHAPE_SCALE = 10;

export const requestedToCapacityRatio = definePlugin<RatioArgs>({
  name: 'RequestedToCapacityRatio',
  scoreReach: 'node',
  readArgs: readRatioArgs,
  score: ratioScore,
});

function ratioScore(cycle: Cycle<RatioArgs>): PreparedScore {
  const line = brokenLine(
    cycle.args.shape.map(({ utilization, score }) => ({ utilization, score: score * SHAPE_SCALE })),
  );
  const resources = cycle.args.resources.map(({ name, weight }) => ({ use: resourceUse(cycle, name), weight }));
  return {
    kind: 'score',
    score: (row) => {
      let sum = 0;
      let weights = 0;
      for (const { use, weight } of resources) {
        const score = line(utilisation(use(row)));
        if (score <= 0) continue;
        sum += score * weight;
        weights += weight;
      }
      return weights === 0 ? 0 : Math.round(sum / weights);
    },
  };
}

function utilisation({ requested, capacity }: ResourceUse): number {
  return capacity === 0 || requested > capacity ? 100 : 100 - hundredths(capacity - requested, capacity);
}
