export { causesOf } from './explainers.js';
export type { Amounts, Cause } from './explainer.js';
export { lackingResources, missing } from './resources.js';
export { taintInWords } from './taints.js';
