import { idleOf, kindOf, tightestDevice } from '../devices.js';
import { MOST_GPU } from './largest-node.js';

/**
 * Pods of one kind of demand come together: best are nodes that hold this kind only, then those that hold it among
 * others, then those without pods on GPUs, then the rest; within each band the fuller the better.
 */
export const clustering = {
  score(node, demand) {
    if (demand.gpus === 0) return 0;
    return bandOf(node, kindOf(demand)) + Math.trunc((25 * (MOST_GPU - idleOf(node))) / MOST_GPU);
  },
  device: tightestDevice,
};

function bandOf({ kinds }, kind) {
  if (kinds.has(kind)) return kinds.size === 1 ? 75 : 50;
  return kinds.size === 0 ? 25 : 0;
}
