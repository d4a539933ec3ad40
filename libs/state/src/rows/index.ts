export { findNodes, type NodeRow, streamNodes } from './nodes.store.js';
export { findOtherObjects, type ListedObject, readOtherObjects } from './other-objects.store.js';
export {
  findNominated,
  findPlaced,
  findPlacedOn,
  type PlacedRow,
  type PodName,
  readNominated,
  streamPlaced,
  withShape,
} from './placed-rows.store.js';
