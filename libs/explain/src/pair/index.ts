export * from './change.js';
export { changedNode, changedPod, movedVolume } from './apply-changes.js';
export { labelValuesFor, type LabelValues } from './label-values.js';
export { quantityOf } from './node-of-row.js';
export { Pair, type Instead, type PairInput } from './pair.js';
