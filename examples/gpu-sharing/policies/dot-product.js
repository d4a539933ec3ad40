import { idleOf, tightestDevice } from '../devices.js';
import { MOST_CPU, MOST_GPU } from './largest-node.js';

/** The smaller the product of what is free and what is asked for, each a part of the largest node, the better. */
export const dotProduct = {
  score(node, { cpu, gpus, milli }) {
    const ofCpu = (node.cpu / MOST_CPU) * (cpu / MOST_CPU);
    const ofGpu = (idleOf(node) / MOST_GPU) * ((gpus * milli) / MOST_GPU);
    return Math.trunc((1 - (ofCpu + ofGpu) / 2) * 100);
  },
  device: tightestDevice,
};
