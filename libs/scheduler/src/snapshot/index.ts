export { Columns, type ResourceColumn } from './columns.js';
export { compareBytes } from './byte-order.js';
export { domainsBy, rowsAsDomains, NO_DOMAIN, type Domains } from './domains.js';
export { Int64Column } from './int64-column.js';
export type { Movement, MovementLog } from './movement-log.js';
export { factOfNodes, type NodeFact, type NodeFacts } from './node-facts.js';
export { Nominations } from './nominations.js';
export {
  hasPodAffinity,
  hasRequiredAntiAffinity,
  placedLike,
  placedPod,
  type PlacedIdentity,
  type PlacedPod,
} from './placed-pod.js';
export type { PluginState, SnapshotParts, StateDefinition } from './plugin-state.js';
export { podOfShape, podShape } from './pod-shape.js';
export type { ReadableSnapshot } from './readable-snapshot.js';
export { RowCounts } from './row-counts.js';
export { Snapshot } from './snapshot.js';
