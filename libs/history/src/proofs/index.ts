export { CheckpointService, type UnsignedHistory } from './checkpoint.service.js';
export { ProofService, type LedgerRequest, type ProvedEntry } from './proof.service.js';
export type { CheckpointView, ConsistencyView, InclusionView, PathView, SigningKeyView } from './proof.js';
