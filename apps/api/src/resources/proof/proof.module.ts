import { Operations } from '../../ground/operation/index.js';
import {
  createCheckpoint,
  exportLedger,
  getCheckpoint,
  getSigningKey,
  listCheckpoints,
  proveConsistency,
  proveInclusion,
} from './proof.operations.js';
import { LastCheckpointResolver } from './proof.resolver.js';

@Operations(
  [createCheckpoint, listCheckpoints, getCheckpoint, getSigningKey, proveInclusion, proveConsistency, exportLedger],
  { providers: [LastCheckpointResolver] },
)
export class ProofModule {}
