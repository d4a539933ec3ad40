export { ConcurrencyLimit, type LimitSettings, QueueFull, type Slot } from './concurrency-limit.js';
export { sharedCounter, type Rate } from './counters.store.js';
export { RateLimit, type Allowance } from './rate-limit.js';
