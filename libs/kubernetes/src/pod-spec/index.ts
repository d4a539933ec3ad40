export { checkAnnotationsKept, checkPodAnnotations, checkProfilesMatch } from './annotation-rules.js';
export type { PodSpec } from './pod-spec.js';
export { aggregateContainers, aggregateLimits, aggregateRequests, defaultPodLevelRequests } from './pod-resources.js';
export { defaultPodSpec } from './pod-spec-defaults.js';
export { podSpec } from './pod-spec-fields.js';
export { checkOnlyForPod, checkPodSpec } from './pod-spec-rules.js';
