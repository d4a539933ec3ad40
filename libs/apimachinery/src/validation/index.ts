export {
  checkChoice,
  checkDescendingPath,
  checkDomainPrefixedPath,
  checkImmutable,
  checkLabels,
  checkName,
  checkNoBacksteps,
  checkNotNegative,
  checkSupported,
  hasBacksteps,
  requireChoice,
  sameValue,
} from './rules.js';
export { base64Length, utf8Length } from './byte-lengths.js';
export { exactnessProblems, isKeepable } from './exactness.js';
