export { withConditions, type SaidCondition } from './pod-conditions.js';
export {
  availableAt,
  claimNamesOf,
  conditionOf,
  hasEnded,
  isActive,
  isReady,
  nodeOf,
  readySince,
} from './pod-facts.js';
