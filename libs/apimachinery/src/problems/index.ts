export { aggregateText } from './aggregate-text.js';
export { FieldPath } from './field-path.js';
export {
  describeProblem,
  duplicate,
  forbidden,
  invalid,
  notFound,
  notSupported,
  required,
  shownValue,
  tooLong,
  wrongType,
  type FieldProblem,
  type ProblemReason,
} from './field-problem.js';
export { MOST_PROBLEMS } from './most-problems.js';
export { shortened } from './shortened.js';
export { JudgedField } from './judged-field.js';
export { didYouMean, nearMisses } from './near-misses.js';
