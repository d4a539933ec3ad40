export { redactedFor, withOthers, type Redacted } from './redacted.js';
export { namedPods, sightKey, visibleState, type OtherPods, type VisibleState } from './visible-state.js';
