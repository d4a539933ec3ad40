export { ClusterState, uidOf, type ReadableState } from './cluster-state.js';
export { controllerOf, controllerReference, isGoing, keyOf, ofKey } from './references.js';
export { matcherOf } from './selection.js';
export { applyDifference, TrackedMap, type MapDifference } from './tracked-map.js';
