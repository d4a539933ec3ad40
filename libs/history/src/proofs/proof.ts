import type { SigningKey, StoredCheckpoint } from '../checkpoints/index.js';
import { toHex, type ConsistencyProof, type InclusionProof } from '#ledger';

/**
 * A signed checkpoint of a cluster's log as every face shows it. 64-bit integers are decimal text, hashes hexadecimal.
 */
export interface CheckpointView {
  /** The cluster's id. */
  readonly cluster: string;
  /** Own revisions: leaves of the tree. */
  readonly size: string;
  readonly root: string;
  readonly at: string;
  /** Its last revision, with its last position and its hash. */
  readonly revision: string;
  readonly position: string;
  readonly hash: string;
  /** As it was signed: c2sp.org/tlog-checkpoint. */
  readonly note: string;
}

/** The public half of the key that checkpoints are signed with. */
export interface SigningKeyView {
  readonly algorithm: 'Ed25519';
  readonly name: string;
  /** Of the key, in signed notes; hexadecimal. */
  readonly id: string;
  readonly publicKeyPem: string;
  readonly verifierKey: string;
}

/** Sibling hashes from a leaf to a root (RFC 9162 2.1.3). */
export interface PathView {
  readonly leafIndex: string;
  readonly treeSize: string;
  readonly path: readonly string[];
}

/** That an entry is in its revision, and the revision in what a checkpoint is of. */
export interface InclusionView {
  /**
   * What is hashed of the change or decision; null where a revision itself was asked for, and where it names what is of
   * other teams and the reader may not know.
   */
  readonly entry: object | null;
  /** The leaf that it makes, whether it is shown or not; null where a revision itself was asked for. Hexadecimal. */
  readonly entryHash: string | null;
  /** From the entry to the revision's leafRoot. */
  readonly entryProof: PathView | null;
  /**
   * What is hashed of the revision: its author, client and reason too. Null for a reader who sees a part of the cluster
   * and did not write the revision: that leafRoot is hashed into revisionHash is then proved to other readers alone.
   */
  readonly revision: object | null;
  readonly revisionHash: string;
  /** From the revision's hash, which is the entry of that tree, to the checkpoint's root. */
  readonly revisionProof: PathView;
  readonly checkpoint: CheckpointView;
}

/** That one checkpoint's history starts with the other's (RFC 9162 2.1.4). */
export interface ConsistencyView {
  readonly from: CheckpointView;
  readonly to: CheckpointView;
  readonly path: readonly string[];
}

export function checkpointView(cluster: string, { size, root, at, head, note }: StoredCheckpoint): CheckpointView {
  return {
    cluster,
    size: String(size),
    root: toHex(root),
    at,
    revision: String(head.revision),
    position: String(head.position),
    hash: toHex(head.hash),
    note,
  };
}

export function signingKeyView({ verifier, publicKeyPem, verifierKey }: SigningKey): SigningKeyView {
  return { algorithm: 'Ed25519', name: verifier.name, id: toHex(verifier.id), publicKeyPem, verifierKey };
}

export function pathView({ leafIndex, treeSize, path }: InclusionProof): PathView {
  return { leafIndex: String(leafIndex), treeSize: String(treeSize), path: path.map(toHex) };
}

export function consistencyView(
  checkpoints: { readonly from: CheckpointView; readonly to: CheckpointView },
  { path }: ConsistencyProof,
): ConsistencyView {
  return { ...checkpoints, path: path.map(toHex) };
}
