export { MIRROR_EVENTS, type MirrorEventType } from './mirror-event.js';
export type { MirrorReport } from './mirror-report.js';
export { MirrorService, type MirrorRequest } from './mirror.service.js';
