import { readResourceSpecs, type FieldReader, type ResourceSpec } from '../../fields/index.js';
import type { Cycle, PreparedScore } from '../../plugin.js';
import { resourceUse, type ResourceUse } from './resource-use.js';

/** Resources with their weights in a score. */
export interface WeightedResources {
  readonly resources: readonly ResourceSpec[];
}

/** As kube-scheduler v1.20 ValidateNodeResourcesLeastAllocatedArgs and ValidateNodeResourcesMostAllocatedArgs. */
export function readWeightedResources(reader: FieldReader): WeightedResources {
  const resources = readResourceSpecs(reader);
  resources.forEach(({ name, weight }, index) => {
    if (weight > 0 && weight <= 100) return;
    const range = weight <= 0 ? 'a positive value' : 'less than 100';
    reader.report({
      field: reader.at('resources').index(index).child('weight').toString(),
      reason: 'FieldValueInvalid',
      message: `resource Weight of ${name} should be ${range}, got ${weight}`,
    });
  });
  return { resources };
}

/** The weighted mean of what every resource scores, truncated. */
export function weightedScore(cycle: Cycle<WeightedResources>, scoreOf: (use: ResourceUse) => number): PreparedScore {
  const resources = cycle.args.resources.map(({ name, weight }) => ({ use: resourceUse(cycle, name), weight }));
  const weights = resources.reduce((sum, { weight }) => sum + weight, 0);
  return {
    kind: 'score',
    score: (row) => {
      let sum = 0;
      for (const { use, weight } of resources) sum += scoreOf(use(row)) * weight;
      return Math.trunc(sum / weights);
    },
  };
}
