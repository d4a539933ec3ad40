export { canonicalBytes, exactText, InexactValueError, passingBytes } from './canonical-bytes.js';
export { changeEnvelope, changeLeaf, type Change } from './change-leaf.js';
export {
  accessCheckpointText,
  openAccessCheckpoint,
  readAccessCheckpoint,
  signAccessCheckpoint,
  type AccessCheckpoint,
} from './access-checkpoint.js';
export {
  checkpointText,
  openCheckpoint,
  parseCheckpoint,
  readCheckpoint,
  signCheckpoint,
  type Checkpoint,
  type LogOrigin,
  type LogPlace,
} from './checkpoint.js';
export { proveConsistency, verifyConsistency, type ConsistencyProof } from './consistency-proof.js';
export { decisionEnvelope, decisionLeaf, type Decision } from './decision-leaf.js';
export {
  changeLine,
  createLedgerVerifier,
  decisionLine,
  endLine,
  headerLine,
  revisionLine,
  type LedgerBreak,
  type LedgerHeader,
  type LedgerVerdict,
} from './export/index.js';
export { equalBytes, fromHex, toHex, type Hash } from './hash.js';
export { proveInclusion, readInclusion, verifyInclusion, type InclusionProof } from './inclusion-proof.js';
export { type SubtreeReader } from './merkle-reader.js';
export {
  createMerkleRoot,
  frontierOf,
  leafHash,
  type MerkleFrontier,
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
  parseNoteVerifierKey,
  signerOf,
  splitNotes,
  type NoteSigner,
  type NoteVerifier,
} from './signed-note.js';
export { createChainVerifier, type ChainHead, type ChainVerifier } from './verify-chain.js';
