export { ConcurrencyLimits, LIMIT_NAMES, type LimitName } from './concurrency-limits.js';
export { always, heavy, past } from './heavy.js';
export { limitedRuns } from './limited-runs.js';
export { standIn } from './stand-in.js';
