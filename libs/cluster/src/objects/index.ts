export { asEditor } from './as-editor.js';
export type { Applied } from './apply-object.js';
export type { Answer, ClusterWrite, WriteTarget } from './cluster-write.js';
export { writeCluster } from './write-cluster.js';
export { removeObject, type Deleted, type DeleteTarget, type Preconditions } from './delete-object.js';
export { importedObject, isObserved, type Given } from './imported-object.js';
export {
  ObjectService,
  type ObjectCollection,
  type ObjectList,
  type ReadCollection,
  type RevisionOptions,
  type WriteOptions,
} from './object.service.js';
export type {
  KindScope,
  ListPosition,
  NodePodsPage,
  NodePodsRequest,
  ObjectMatch,
  ObjectMoments,
  ObjectReading,
  ObjectSelection,
} from './object-reading.js';
export { compareOrderKeys, orderKeyOf, type ObjectOrder } from './object-order.js';
export type { OnOddPatch, Patch } from './patched-object.js';
export { kindOf } from './kind-of.js';
export { isRevealed } from './revealed.js';
export { initialIn } from './initial-reading.js';
export { PresentReading } from './present-reading.js';
export { refusedNamespace } from './namespace-lifecycle.js';
export { findObject, listObjects, streamObjects } from './object.store.js';
export { ScaleService, type ScaleChange, type ScaleOptions } from './scale.service.js';
export { byLabels } from './selection.js';
export { conditioned } from './update-object.js';
export {
  compareFound,
  matchOf,
  type FoundObject,
  type LabelKey,
  type LabelledKind,
  type NamespaceCounts,
  type NameMatch,
  type NameSearch,
  type StateCounts,
} from './overview.js';
export { OverviewService } from './overview.service.js';
