export type { Manifest } from './manifest.js';
export type { BoundPod } from './bound-pods.store.js';
export type { ConditionedPod } from './conditioned-pods.store.js';
export { findMany, keyColumns, MATCH, namesOf, readAhead, type Foreseen } from './bulk.store.js';
export { keyOf, type ObjectKey } from './object-key.js';
export { ReadAhead } from './read-ahead.js';
export {
  COLUMNS,
  KEYS,
  ROW,
  rowOf,
  storedOf,
  tableOf,
  type ObjectRow,
  type ObjectTable,
  type WriteContext,
} from './object-row.js';
export {
  bindingStatus,
  mergeBinding,
  placementColumns,
  splitPod,
  type PlacementColumns,
  type PodColumns,
} from './pod-columns.js';
export { served, type StoredObject } from './stored-object.js';
export { rowStatements, writeRows, type WrittenRows } from './written-rows.store.js';
export { duplicateUid, findUidOwner, type UidOwner } from './pod-uids.queries.js';
