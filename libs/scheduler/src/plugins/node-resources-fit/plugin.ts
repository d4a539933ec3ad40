/**
 * Filter: a free pod slot and enough of every resource in the pod's requests (`Insufficient cpu`); what no
 * node load explains is unresolvable. Score, 0..100: LeastAllocated, MostAllocated or
 * RequestedToCapacityRatio over the configured resources. Cpu counts in thousandths, all else in units or
 * bytes. As kube-scheduler v1.34 NodeResourcesFit.
 */
import { definePlugin } from '../../plugin.js';
import { readNodeResourcesFitArgs, type NodeResourcesFitArgs } from './args.js';
import { fitFilter } from './filter.js';
import { fitScore } from './score.js';

export const nodeResourcesFit = definePlugin<NodeResourcesFitArgs>({
  name: 'NodeResourcesFit',
  reasons: [
    { code: 'Unschedulable', text: 'Too many pods' },
    { code: 'Unschedulable', text: 'Insufficient {}' },
    // Beside a resource that the node never has, the other reasons share its code.
    { code: 'UnschedulableAndUnresolvable', text: 'Too many pods' },
    { code: 'UnschedulableAndUnresolvable', text: 'Insufficient {}' },
  ],
  filterReach: 'node',
  scoreReach: 'node',
  readArgs: readNodeResourcesFitArgs,
  preFilter: (cycle) => ({ kind: 'filter', ...fitFilter(cycle) }),
  filter({ status }) {
    const failed = status('Error', 'error reading "PreFilterNodeResourcesFit" from cycleState: not found');
    return () => failed;
  },
  preScore: (cycle) => ({ kind: 'score', ...fitScore(cycle) }),
  score: (cycle) => ({ kind: 'score', ...fitScore(cycle) }),
});
