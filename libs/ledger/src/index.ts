export { canonicalBytes, InexactValueError, passingBytes } from './canonical-bytes.js';
export { changeLeaf, type Change } from './change-leaf.js';
export { decisionLeaf, type Best, type Decision, type ObjectName, type Rejection } from './decision-leaf.js';
export { findInexact, maxDepth, type Inexact } from './find-inexact.js';
export { equalBytes, toHex, type Hash } from './hash.js';
export { proveInclusion, verifyInclusion, type InclusionProof } from './inclusion-proof.js';
export { createMerkleRoot, leafHash, nodeHash, type MerkleRoot } from './merkle-root.js';
export { genesisHash, revisionHash, sealRevision, type Revision, type SealedRevision } from './revision-hash.js';
export { createChainVerifier, verifyChain, type ChainBreak, type ChainHead, type ChainVerification, type ChainVerifier } from './verify-chain.js';
