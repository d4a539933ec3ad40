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
  tooLong,
  wrongType,
  type FieldProblem,
  type ProblemReason,
} from './field-problem.js';
export { JudgedField } from './judged-field.js';
