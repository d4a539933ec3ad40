export { queueView, type QueueView } from './queue-view.js';
export type { QueuedPod } from './queued-pod.js';
export { SCHEDULER, schedulerController, type MadeAttempt, type SchedulerOptions } from './scheduler.js';
