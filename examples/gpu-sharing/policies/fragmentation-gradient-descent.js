import { wholeDevices, devicesWith, WHOLE } from '../devices.js';
import { fragmentation, typicalClasses } from '../fragmentation.js';

/** The less a placement adds to what the workload cannot use of the node, the better; 50 where it adds nothing. */
export const fragmentationGradientDescent = {
  score: (node, demand, { workload }) => best(node, demand, typicalOf(workload)).score,
  device: (node, demand, { workload }) => best(node, demand, typicalOf(workload)).device,
};

/** The score of the best device, and the first that has it. */
function best(node, demand, classes) {
  const before = (node.fragmentation ??= fragmentation(node, classes));
  const scoreWith = (devices) => {
    const free = node.free.slice();
    for (const device of devices) free[device] -= demand.milli;
    const after = fragmentation({ model: node.model, cpu: node.cpu - demand.cpu, free }, classes);
    return Math.trunc(100 / (1 + Math.exp((after - before) / 1000)));
  };
  if (demand.gpus === 0 || demand.milli === WHOLE) return { score: scoreWith(wholeDevices(node, demand.gpus)) };
  const scores = new Map();
  let found = { score: -1 };
  for (const device of devicesWith(node, demand.milli)) {
    const left = node.free[device];
    if (scores.has(left)) continue;
    scores.set(left, scoreWith([device]));
    if (scores.get(left) > found.score) found = { score: scores.get(left), device };
  }
  return found;
}

const TYPICAL = new WeakMap();

/** Args are the same object every time. */
function typicalOf(workload) {
  let typical = TYPICAL.get(workload);
  if (typical === undefined) TYPICAL.set(workload, (typical = typicalClasses(workload)));
  return typical;
}
