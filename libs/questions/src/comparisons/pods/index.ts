export { askedPods, podsOfRun } from './asked-pods.js';
export { countPending } from './pending-count.queries.js';
