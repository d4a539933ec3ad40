export type { Cause, Change, GivenChange } from './change.js';
export type { Controller, ControllerContext, ControllerEntry } from './controller.js';
export { keptAfter, type KeptDifference } from './kept-difference.js';
export type { KeptState } from './kept-state.js';
export { LivingCluster, type LivingBeginning, type Moment } from './living-cluster.js';
export { MOST_LOOKS, type StoppedLoop } from './loop-guard.js';
