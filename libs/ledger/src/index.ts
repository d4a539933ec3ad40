export { fromBase64, toBase64 } from './base64.js';
export { canonicalBytes, InexactValueError, passingBytes } from './canonical-bytes.js';
export { changeEnvelope, changeLeaf, type Change } from './change-leaf.js';
export {
  checkpointText,
  openCheckpoint,
  parseCheckpoint,
  readCheckpoint,
  samePlace,
  signCheckpoint,
  type Checkpoint,
  type LogOrigin,
  type LogPlace,
} from './checkpoint.js';
export { proveConsistency, verifyConsistency, type ConsistencyProof } from './consistency-proof.js';
export {
  decisionEnvelope,
  decisionLeaf,
  type Best,
  type Decision,
  type ObjectName,
  type Rejection,
} from './decision-leaf.js';
export {
  changeLine,
  createLedgerVerifier,
  decisionLine,
  endLine,
  headerLine,
  LEDGER_TYPE,
  revisionLine,
  type LedgerBreak,
  type LedgerCounts,
  type LedgerHeader,
  type LedgerVerdict,
  type LedgerVerification,
  type LedgerVerifier,
} from './export/index.js';
export { findInexact, maxDepth, type Inexact } from './find-inexact.js';
export { equalBytes, fromHex, toHex, type Hash } from './hash.js';
export { proveInclusion, readInclusion, verifyInclusion, type InclusionProof } from './inclusion-proof.js';
export { subtreesOf, type LeafRange, type SubtreeReader } from './merkle-reader.js';
export {
  createMerkleRoot,
  leafHash,
  nodeHash,
  rootOf,
  type MerkleFrontier,
  type MerkleGrowth,
  type MerkleRoot,
  type Subtree,
} from './merkle-root.js';
export {
  genesisHash,
  revisionEnvelope,
  revisionHash,
  sealRevision,
  type Revision,
  type SealedRevision,
} from './revision-hash.js';
export {
  NOTE_KEY_NAME,
  noteKeyId,
  noteVerifierKey,
  openNote,
  parseNoteVerifierKey,
  signerOf,
  signNote,
  splitNotes,
  type NoteKey,
  type NoteSigner,
  type NoteVerifier,
} from './signed-note.js';
export {
  createChainVerifier,
  verifyChain,
  type ChainBreak,
  type ChainHead,
  type ChainVerification,
  type ChainVerifier,
} from './verify-chain.js';
