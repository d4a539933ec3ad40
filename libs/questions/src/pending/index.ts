export { obstacleSetOf, PENDING_BY, type PendingBy, type PendingFilter, type PendingGroup } from './group-pending.js';
export { PENDING_STATES, type PendingPod, type PendingState } from './pending-pods.queries.js';
export { PendingService, type PendingOrder, type PendingPage, type PendingPodPage } from './pending.service.js';
