import { invalid } from '#apimachinery';
import type { FieldReader } from '../../fields/index.js';

/** DefaultPreemptionArgs with defaults applied: how many candidate nodes are tried at least. */
export interface DefaultPreemptionArgs {
  readonly minCandidateNodesPercentage: number;
  readonly minCandidateNodesAbsolute: number;
}

/** As kube-scheduler v1.34 SetDefaults_DefaultPreemptionArgs and ValidateDefaultPreemptionArgs. */
export function readDefaultPreemptionArgs(reader: FieldReader): DefaultPreemptionArgs {
  const percentage = reader.integer('minCandidateNodesPercentage') ?? 10;
  const absolute = reader.integer('minCandidateNodesAbsolute') ?? 100;
  const percentagePath = reader.at('minCandidateNodesPercentage');
  const absolutePath = reader.at('minCandidateNodesAbsolute');
  if (percentage < 0 || percentage > 100)
    reader.report(invalid(percentagePath, percentage, 'not in valid range [0, 100]'));
  if (absolute < 0) reader.report(invalid(absolutePath, absolute, 'not in valid range [0, inf)'));
  if (percentage === 0 && absolute === 0) {
    reader.report(invalid(percentagePath, 0, 'cannot be zero at the same time as minCandidateNodesAbsolute'));
    reader.report(invalid(absolutePath, 0, 'cannot be zero at the same time as minCandidateNodesPercentage'));
  }
  return { minCandidateNodesPercentage: percentage, minCandidateNodesAbsolute: absolute };
}
