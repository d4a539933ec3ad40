export { withCondition, withGates, withNotScheduled, type NotScheduled, type SaidCondition } from './pod-condition.js';
