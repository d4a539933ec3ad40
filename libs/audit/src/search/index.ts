export { findDecisions, firstDecisions, type DecisionSearch } from './find-decisions.js';
export { indexDecisions, type IndexedStep } from './index-decisions.js';
export { INDEX_SHAPE, type IndexShape } from './index-shape.js';
export type { Group, Period } from './report-groups.js';
export { passArchived, type ArchivedEnd } from './pass-archived.js';
export { OBSTACLES } from './subjects.js';
export {
  namesObstacle,
  readTotals,
  type DecisionTotals,
  type TotalsBy,
  type TotalsFilter,
  type TotalsOrder,
  type TotalsQuery,
} from './totals.queries.js';
export { readWaits, type Waits, type WaitsBy, type WaitsQuery } from './waits.queries.js';
