export { withConditions, type SaidCondition } from './pod-conditions.js';
export { availableAt, conditionOf, hasEnded, isActive, isReady, readySince } from './pod-facts.js';
