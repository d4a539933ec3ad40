export {
  checkChoice,
  checkImmutable,
  checkLabels,
  checkName,
  checkNotNegative,
  requireChoice,
  sameValue,
} from './rules.js';
