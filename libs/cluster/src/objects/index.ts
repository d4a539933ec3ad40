export { admitted, lookupsOf, type AdmissionLookups } from './admission.js';
export { CLASS_KINDS, readClasses } from './classes.queries.js';
export type { Applied } from './apply-object.js';
export { findMany, keyOf, namesOf, type ObjectKey, replaceMany, writeMany } from './bulk.store.js';
export { changeOf, writeCluster, type ClusterWrite, type WriteTarget } from './cluster-write.js';
export { countsForBudgets } from './counts-for-budgets.js';
export type { Preconditions } from './delete-object.js';
export { newNamespace } from './ensure-namespace.js';
export { importedObject } from './imported-object.js';
export type { Manifest } from './manifest.js';
export {
  COLUMNS,
  KEYS,
  rowOf,
  storedOf,
  tableOf,
  type ObjectRow,
  type ObjectTable,
  type WriteContext,
} from './object-row.js';
export {
  ObjectService,
  type ObjectCollection,
  type ObjectList,
  type Patch,
  type ReadCollection,
  type RepeatableWriteOptions,
  type WriteOptions,
} from './object.service.js';
export type {
  KindScope,
  ListPosition,
  NodePodsRequest,
  ObjectMatch,
  ObjectMoments,
  ObjectReading,
  ObjectSelection,
} from './object-reading.js';
export { PresentReading } from './present-reading.js';
export { findObject, ROW, streamObjects, updateObject } from './object.store.js';
export {
  bindingStatus,
  mergeBinding,
  placementColumns,
  splitPod,
  type PlacementColumns,
  type PodColumns,
} from './pod-columns.js';
export { countGeneration, seconds } from './server-fields.js';
export { byLabels } from './selection.js';
export { served, type StoredObject } from './stored-object.js';
export { same } from './update-object.js';
