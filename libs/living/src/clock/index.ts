export { LONGEST_MS, microTimeOf, parseDuration, timeOf } from './duration.js';
export { compareTimers, timerId, Timers, type Timer } from './timers.js';
