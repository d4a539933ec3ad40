export { ChainAuditor, type ChainCheck } from './chain-auditor.js';
export { BirthsAuditor } from './births-auditor.js';
export {
  CheckpointAuditor,
  nodeKey,
  type CheckpointCheck,
  type KeyChange,
  type NotedCheckpoints,
} from './checkpoint-auditor.js';
export type { LoggedDecision } from './logged-decision.js';
export { Findings, type Violation } from './findings.js';
export { walkLog, type LogAudience, type LogCounts, type LogAuditor } from './walk-log.js';
export { IndexAuditor } from './index-auditor.js';
export { readHeadRow, readHistories } from './log.queries.js';
export { LoggedChange, type LoggedRevision } from './logged.js';
export { MomentsAuditor } from './moments-auditor.js';
export { PairsAuditor } from './pairs-auditor.js';
export { unreadable } from './unreadable.js';
export { verifyEvidence, type EvidenceCheck } from './verify-evidence.js';
