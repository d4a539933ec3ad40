export type { BestTotal, Decision, DecisionOutcome, PodName, ProfileRef, Rejection, SkipReason } from './decision.js';
export { leafOf, passingLeaves, writeDecisions, type EvidenceKind, type NewDecision, type TraceRef } from './decision.store.js';
export {
  decisionOf, lastDecisions, listDecisions, streamDecisions, type DecisionFilter, type DecisionPosition, type DecisionQuery, type DecisionRow, type RevisionBound, type StoredDecision,
} from './decision.queries.js';
