export { RevisionWriter, type Change, type ChangeOp } from './revision-writer.js';
export { clusterOfTopic, holdHead, lockHead, readHead, type ClusterHead } from './cluster-head.store.js';
export { lostRace } from './lost-race.js';
export { inTurn } from './in-turn.js';
export { sha256 } from './sha256.js';
