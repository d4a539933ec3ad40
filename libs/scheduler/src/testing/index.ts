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
export { STORAGE, STORAGE_HOLDER, STORAGE_PODS } from './storage-cluster.js';

// Of the engine itself, what tests alone ask.
export type { PluginStatus } from '../attempt/index.js';
export { applyNomination, applyPlacement, type BatchInput } from '../batch/index.js';
export { normalizedScore } from '../evidence/index.js';
export type { NodeFilter, Rejection, Skip, StatusId } from '../plugin.js';
export { HOST_PORTS } from '../plugins/node-ports/host-ports.js';
export { CLAIM_USES } from '../plugins/volume-restrictions/claim-uses.js';
export { rowsByZoneTurns } from '../plugins/zone-turns.js';
export type { BoundPlugin } from '../profile/index.js';
export { rankRows } from '../tie-break/index.js';
