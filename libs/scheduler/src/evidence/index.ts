export type {
  Changed,
  Combination,
  Evidence,
  Lineage,
  Overrides,
  Scale,
  ScoreColumn,
  ScoreValues,
  Status,
  StatusCode,
  VerdictColumn,
} from './evidence.js';
export { IGNORED_SCORE, MAX_NODE_SCORE, normalizedScore } from './normalized-score.js';
export { evidenceAt, failuresAt, firstAt, normalizedAt, rawAt, totalAt, verdictAt } from './read-evidence.js';
export { StatusTable } from './statuses.js';
