export { MIRROR_EVENTS, type MirrorEventType } from './mirror-event.js';
export type { MirrorReport } from './mirror-report.js';
export { clusterOfObservationTopic } from './observation-topic.js';
export { disruptionOf, unschedulableOf } from './shown-decision.js';
export { MirrorService, type MirrorRequest } from './mirror.service.js';
