export { ClusterState, uidOf, type ReadableState } from './cluster-state.js';
export {
  controllerOf,
  controllerReference,
  isGoing,
  keyOf,
  ofKey,
  withController,
  withoutOwner,
} from './references.js';
export { matcherOf } from './selection.js';
export { applyDifference, TrackedMap, type MapDifference } from './tracked-map.js';
