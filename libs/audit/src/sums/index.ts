export { addTotals, TOTAL_COLUMNS, totalsAsJson } from './day-sums.store.js';
export { addWait, addWaits, bucketOf, DayWaits, WAIT_COLUMNS, waitOf, type WaitSum } from './day-waits.store.js';
export { addPods } from './day-pods.store.js';
export { countEntries, hasPods, podEntry } from './pod-entries.js';
export { recordedWords } from './recorded-words.queries.js';
export { shortDigest } from './short-digest.js';
export { isObstacle, OBSTACLES, resourceOf, subjectsOf, type Subject, type CountedSubject } from './subjects.js';
export { addTo, SUMS, Tally, type CountedDecision, type TotalsRow } from './tally.js';
