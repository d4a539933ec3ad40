export { findDecisions, firstDecisions, type DecisionSearch } from './find-decisions.js';
export { indexDecisions, type IndexedStep } from './index-decisions.js';
export { readProgress } from './index-progress.store.js';
export { INDEX_SHAPE, type IndexShape } from './index-shape.js';
export { decisionsOf, pendingSlices } from './log-parts.queries.js';
export { passArchived, type ArchivedEnd } from './pass-archived.js';
export type { Span } from './span.js';
