export { createPod, deletePod, inBatches, LONGEST_NAME, podsPrefix, type Creation } from './pod-writes.js';
export { FreePods } from './free-pods.js';
export { claimPods, concernedBy, wakeWhenAvailable, type OwningKind } from './owned-pods.js';
