export { changeOf, type Change, type ChangeOp } from './change.js';
export { clusterOfTopic, holdHead, lockHead, readHead, renewHead, type ClusterHead } from './cluster-head.store.js';
export { commit, DraftWriter, type CommitOptions } from './commit.js';
export { Draft, type CompletedDraft, type DraftedChange, type DraftedObject, type Effect } from './draft.js';
export type { EvidenceRows, RunRows } from './run-rows.js';
export { isSameHead, touchedSince, type Touched } from './touched.store.js';
