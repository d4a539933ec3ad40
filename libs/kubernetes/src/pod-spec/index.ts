export { APP_ARMOR, appArmorAnnotations, syncAppArmor } from './app-armor.js';
export { checkAnnotationsKept, checkPodAnnotations, checkProfilesMatch } from './annotation-rules.js';
export { dropDisabledFields } from './disabled-fields.js';
export type { PodSpec } from './pod-spec.js';
export { aggregateContainers, aggregateLimits, aggregateRequests, defaultPodLevelRequests } from './pod-resources.js';
export { defaultPodSpec } from './pod-spec-defaults.js';
export { podSpec } from './pod-spec-fields.js';
export { checkOnlyForPod, checkPodSpec } from './pod-spec-rules.js';
