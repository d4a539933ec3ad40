export { limitRates } from './limit-rates.js';
export { overRate, RateLimits, type Rates } from './rate-limits.js';
