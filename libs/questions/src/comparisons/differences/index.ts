export { type AttemptDifference, compareAttempts, isSame } from './compare-attempts.js';
export { decidingPlugins } from './deciding-plugins.js';
export { comparisonInWords } from './in-words.js';
export { overSeeds } from './over-seeds.js';
