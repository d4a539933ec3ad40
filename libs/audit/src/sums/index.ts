export { addTotals, addWaits, TOTAL_COLUMNS, totalsAsJson, WAIT_COLUMNS } from './day-sums.store.js';
export { addPods } from './day-pods.store.js';
export { countEntries, hasPods, podEntry } from './pod-entries.js';
export { shortDigest } from './short-digest.js';
export { isObstacle, OBSTACLES, resourceOf, subjectsOf, type Subject, type CountedSubject } from './subjects.js';
export {
  addTo,
  addWaitsTo,
  bucketOf,
  SUMS,
  Tally,
  waitOf,
  type CountedDecision,
  type TotalsRow,
  type WaitBuckets,
  type WaitsRow,
} from './tally.js';
