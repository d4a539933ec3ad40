export { causesOf } from './explainers.js';
export type { Amounts, Cause, Way } from './explainer.js';
export { keepingAway } from './pod-affinity.js';
export { heldIn, lackingResources, missing } from './resources.js';
export { isByController, isOfMachine, OUT_OF_SERVICE, taintInWords } from './taints.js';
