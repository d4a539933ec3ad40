export { ALLOW_IGNORED, exitCodeOf, FAIL_ON, sayRelaxed, withoutAllowed } from './conditions.js';
export { sayFindings } from './say-findings.js';
