import { devicesWith, tightestDevice, WHOLE } from '../devices.js';

/** GPUs that are shared already come first, then idle ones beside used ones, then those of idle nodes. */
export const packing = {
  score(node, { gpus, milli }) {
    if (gpus === 0) return 0;
    const idle = devicesWith(node, WHOLE).length;
    if (idle === node.free.length) return Math.max(33 - idle, idle);
    const withRoom = node.free.filter((left) => left >= milli).sort((a, b) => a - b);
    const taken = withRoom.slice(0, gpus);
    const broken = taken.filter((left) => left === WHOLE).length;
    if (broken > 0) return Math.max(50 - broken, 33);
    const percentLeft = taken.reduce((sum, left) => sum + Math.trunc((left * 100) / WHOLE), 0);
    return Math.max(100 - Math.trunc(percentLeft / 10), 50);
  },
  device: tightestDevice,
};
