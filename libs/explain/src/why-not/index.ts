export { DEFAULT_COSTS, type Costs } from './costs.js';
export { whyNot, whyNotWithRequests, type WhyNot } from './why-not.js';
export type { PodStanding } from './standing.js';
export type { MayName } from './naming.js';
export { causesAt } from './explained.js';
export { fitAnywhere, type FitAnywhere } from './fit-anywhere.js';
export { listed } from './in-words.js';
