export type { ClusterRows, NamedObject, PodRows } from './cluster-rows.js';
export { type NodeRow, streamNodes } from './nodes.store.js';
export type { ListedObject } from './other-objects.store.js';
export { type PlacedRow, type PodName, withShape } from './placed-rows.store.js';
export { PresentRows } from './present-rows.js';
