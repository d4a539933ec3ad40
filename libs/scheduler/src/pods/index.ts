export { IncomingPod } from './incoming-pod.js';
export { podOfClass } from './pod-of-class.js';
export { compareQueued, type PendingPod } from './queue-order.js';
export { schedulingClass } from './scheduling-class.js';
export { SchedulingClasses } from './scheduling-classes.js';
