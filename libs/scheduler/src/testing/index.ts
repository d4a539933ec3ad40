export { askAlone, type AskedAlone } from './asked-alone.js';
export { CONTRACT_PODS, contractBound, contractNodes } from './contract-cluster.js';
export {
  combinationsByRow,
  combinationsSaid,
  evidenceByRow,
  type EvidenceByRow,
  type ScoreByRow,
} from './evidence-by-row.js';
export { makeCycles } from './make-cycles.js';
export { makeNode, type NodeBuilder } from './make-node.js';
export { makePod, type PodBuilder } from './make-pod.js';
export { makeSnapshot, snapshotState } from './make-snapshot.js';
export { makeClaim, makeStorageClass, makeVolume, type ClaimBuilder, type VolumeBuilder } from './make-storage.js';
export { POLICY_ARGUMENTS, POLICY_PREDICATES, POLICY_PRIORITIES } from './policy-names.js';
export { patternOf } from './reason-pattern.js';
export { profileWith, runPlugin, type PluginAnswers } from './run-plugin.js';
export { rowsByZoneTurns } from '../plugins/zone-turns.js';
export { STORAGE, STORAGE_HOLDER, STORAGE_PODS } from './storage-cluster.js';
