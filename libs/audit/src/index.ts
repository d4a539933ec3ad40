export * from './decisions/index.js';
export { brotli, compressAsync } from './brotli/index.js';
export * from './traces/index.js';
export {
  countUnindexed,
  findDecisions,
  firstDecisions,
  INDEX_SHAPE,
  indexDecisions,
  passArchived,
  type ArchivedEnd,
  type DecisionSearch,
  type IndexedStep,
  type IndexShape,
} from './search/index.js';
export { isObstacle, OBSTACLES, recordedWords, subjectsOf, type Subject } from './sums/index.js';
export * from './reports/index.js';
export { IndexAudit, type IndexAuditOptions, type IndexFault, type PassingDecision } from './index-audit/index.js';
