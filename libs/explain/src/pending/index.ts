export { explainPending, type PendingExplanation, type PendingInput, type ReleasingChange } from './explain-pending.js';
export type { PodName } from './pod-name.js';
export type { PendingObstacle } from './obstacles.js';
export type { QuotaObject, RefusedPod, RefusingQuota } from './refused-pods.js';
