export { changeOf, type Change, type ChangeOp } from './change.js';
export { clusterOfTopic, holdHead, lockHead, readHead, type ClusterHead } from './cluster-head.store.js';
export { commit, DraftWriter, type CommitOptions } from './commit.js';
export { Draft, type CompletedDraft, type DraftedObject } from './draft.js';
export { lostRace } from './lost-race.js';
export { asWriter, underMutex } from './mutex.js';
export type { EvidenceRows, RunRows } from './run-rows.js';
export { sha256 } from './sha256.js';
export { isOfLog, readTouched, type Touched } from './touched.store.js';
