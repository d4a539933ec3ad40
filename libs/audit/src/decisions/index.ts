export { answerBytes, askedExtenders, keptExchanges, type AskedExtender, type KeptExchange } from './answers.js';
export {
  AGREEMENTS,
  type Agreement,
  type BestTotal,
  type Decision,
  type DecisionOutcome,
  type ObservedDecision,
  type ObservedEviction,
  type PodName,
  type ProfileRef,
  type Rejection,
  type SkipReason,
} from './decision.js';
export {
  answersDigest,
  leafOf,
  passingLeaves,
  writeDecisions,
  type EvidenceKind,
  type NewDecision,
  type TraceRef,
} from './decision.store.js';
export { seenDecision } from './seen-decision.js';
export type { DecisionFilter, DecisionPosition, LabelCondition, Obstacle, RevisionBound } from './decision-filter.js';
export {
  countRunDifferences,
  listRunDifferences,
  type ComparedPod,
  type ComparedRuns,
  type RunComparison,
  type RunVerdict,
} from './run-comparison.queries.js';
export { decisionConditions, POD_LABELS } from './decision-conditions.queries.js';
export {
  DECISION_COLUMNS,
  decisionOf,
  rejectionOf,
  storedDecision,
  WITH_PROFILE,
  type DecisionRow,
  type StoredDecision,
} from './decision-row.queries.js';
export {
  decisionsOfEach,
  lastDecisions,
  listDecisions,
  readDecisionParts,
  readDecisions,
  readTracePlaces,
  seenStored,
  streamDecisions,
  type DecisionKey,
  type DecisionPart,
  type DecisionsOfEach,
  type DecisionQuery,
  type TracePlace,
} from './decision.queries.js';
