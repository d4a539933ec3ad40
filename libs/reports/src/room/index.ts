export { Room } from './room.js';
export { shapesOf, type CountedShape, type Shape } from './shapes.js';

/** What it means that a pod fits, for descriptions. */
export const BY_RESOURCES =
  'by resources and the number of pods alone; taints, cordons, affinity and volumes are not considered';
