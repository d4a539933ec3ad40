import { idleOf, tightestDevice } from '../devices.js';
import { MOST_CPU, MOST_GPU } from './largest-node.js';

/** The less is left of cpu and GPUs afterwards, each as a part of the largest node, the better. */
export const bestFit = {
  score(node, { cpu, gpus, milli }) {
    const left = (node.cpu - cpu) / MOST_CPU / 2 + (idleOf(node) - gpus * milli) / MOST_GPU / 2;
    return Math.trunc((1 - left) * 100);
  },
  device: tightestDevice,
};
