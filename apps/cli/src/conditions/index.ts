export { ALL_CONDITIONS, conditionsOf, exitCodeOf, FAIL_ON, sayRelaxed, type Condition } from './conditions.js';
export { sayFindings } from './say-findings.js';
