import { idleOf } from './devices.js';

/** So much of the workload, by number of pods, is typical: rare classes are not looked at. */
const TYPICAL = 0.95;

/**
 * The most frequent classes of a workload that together have 95 % of its pods, with weights that sum to 1. Of classes
 * that are equally frequent the larger one comes first.
 */
export function typicalClasses(workload) {
  const sorted = workload.toSorted((a, b) => b.pods - a.pods || compareClasses(b, a));
  const total = sorted.reduce((sum, { pods }) => sum + pods, 0);
  const typical = [];
  let counted = 0;
  for (const one of sorted) {
    if (counted >= TYPICAL * total) break;
    typical.push(one);
    counted += one.pods;
  }
  return typical.map(({ pods, models = [], ...demand }) => ({ ...demand, models, weight: pods / counted }));
}

function compareClasses(a, b) {
  return a.cpu - b.cpu || a.milli - b.milli || a.gpus - b.gpus || (modelsText(a) < modelsText(b) ? -1 : 1);
}

function modelsText({ models = [] }) {
  return models.join('|');
}

/**
 * How much of a node's idle GPUs a pod of the workload cannot use, in thousandths and in the mean over its typical
 * classes: all of it where such a pod does not fit or asks for no GPU, else what is left on devices that have less than
 * it asks of one.
 */
export function fragmentation(node, classes) {
  const idle = idleOf(node);
  let sum = 0;
  for (const one of classes) sum += one.weight * (mayCome(one, node) ? leftOver(one, node, idle) : idle);
  return sum;
}

function mayCome({ cpu, gpus, models }, node) {
  return gpus > 0 && cpu <= node.cpu && (models.length === 0 || models.includes(node.model));
}

function leftOver({ gpus, milli }, { free }, idle) {
  let enough = 0;
  let usable = 0;
  for (const left of free)
    if (left >= milli) {
      enough += 1;
      usable += left;
    }
  return enough >= gpus ? idle - usable : idle;
}
