export {
  checkChoice,
  checkDescendingPath,
  checkImmutable,
  checkLabels,
  checkName,
  checkNoBacksteps,
  checkNotNegative,
  hasBacksteps,
  requireChoice,
  sameValue,
} from './rules.js';
export { base64Length, utf8Length } from './byte-lengths.js';
export { exactnessProblems, isKeepable } from './exactness.js';
