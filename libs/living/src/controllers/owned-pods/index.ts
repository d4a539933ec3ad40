export { FreePods } from './free-pods.js';
export { claimPods, concernedBy, wakeWhenAvailable, type OwningKind } from './owned-pods.js';
