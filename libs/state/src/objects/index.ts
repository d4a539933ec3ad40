export { changedObject } from './changed-object.js';
export { compareKeys, isOf, leastOf, type ObjectKey } from './object-key.js';
export { PastObject, type Placement } from './past-object.js';
export { PastState } from './past-state.js';
