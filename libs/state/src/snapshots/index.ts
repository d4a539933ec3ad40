export { objectsAt } from './objects-at.js';
export { SnapshotKeeper } from './snapshot-keeper.js';
export { findSnapshot, readSnapshot, type SnapshotEnd, streamSnapshot, writeSnapshot } from './snapshot.store.js';
