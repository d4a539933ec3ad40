export type { BestTotal, Decision, DecisionOutcome, PodName, ProfileRef, Rejection, SkipReason } from './decisions/decision.js';
export { leafOf, writeDecisions, type EvidenceKind, type NewDecision, type TraceRef } from './decisions/decision.store.js';
export {
  lastDecisions, listDecisions, type DecisionFilter, type DecisionPosition, type DecisionQuery, type StoredDecision,
} from './decisions/decision.queries.js';
export { brotli } from './traces/brotli.js';
export { readChunk, writeChunks, writeNodeSet, type NewChunk } from './traces/trace.store.js';
