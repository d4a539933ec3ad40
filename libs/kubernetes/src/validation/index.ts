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
export { exactnessProblems, isKeepable } from './exactness.js';
