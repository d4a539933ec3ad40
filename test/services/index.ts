export {
  CALLER,
  first,
  kindNamed,
  manifest,
  node,
  pod,
  scheduleAll,
  TestServices,
  valueOf,
  chunksOf,
  type AnotherProcess,
} from './test-services.js';
export { randomWrites, LOOKED, type Write } from './random-writes.js';
export { seenState } from './seen-state.js';
export { checkpointsOf, ledgerText, verifyText } from './ledger-text.js';
export { endPartitions } from './end-partitions.js';
export { fillCluster } from './fill-cluster.js';
export { TamperedDatabase } from './tampered-database.js';
export { Issuer } from './issuer.js';
export { RealCluster, type RealClusterOptions, type RealDecision, type RealEvent } from './real-cluster.js';
export { AskedQuestions, deployment, LARGE, named, quota, textOf } from './asked-questions.js';
