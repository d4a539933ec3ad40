export { LONGEST_MS, microTimeOf, parseDuration, timeOf } from './duration.js';
export { Timers, type Timer } from './timers.js';
