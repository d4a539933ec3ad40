export { kubeletConditions, withCondition, withConditions, type SaidCondition } from './pod-conditions.js';
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
export { restartsOf, sidecarRestartsOf, sidecarStatusesOf } from './restarts.js';
