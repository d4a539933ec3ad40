export { causesOf } from './explainers.js';
export type { Amounts, Cause, Way } from './explainer.js';
export { heldIn, lackingResources, missing } from './resources.js';
export { isByController, isOfMachine, taintInWords } from './taints.js';
