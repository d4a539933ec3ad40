export { sharedCounter, type Rate } from './counters.store.js';
export { RateLimit, type Allowance } from './rate-limit.js';
