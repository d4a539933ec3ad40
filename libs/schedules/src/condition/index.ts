export { ConditionError, conditionProblem, isMet } from './condition.js';
