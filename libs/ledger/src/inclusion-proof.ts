import { equalBytes, type Hash } from './hash.js';
import { readRanges, splitOf, type LeafRange, type SubtreeReader } from './merkle-reader.js';
import { nodeHash } from './merkle-root.js';

/** That one leaf is in a tree: sibling hashes from the leaf up to the root (RFC 9162 2.1.3). */
export interface InclusionProof {
  readonly leafIndex: number;
  readonly treeSize: number;
  readonly path: readonly Uint8Array[];
}

/**
 * RFC 9162 2.1.3.1: the proof for the leaf at `leafIndex` of the tree over these leaf hashes. Needs all of them
 * in memory: 32 bytes a leaf.
 * @throws RangeError when there is no such leaf.
 */
export function proveInclusion(hash: Hash, leaves: readonly Uint8Array[], leafIndex: number): InclusionProof {
  if (!Number.isInteger(leafIndex) || leafIndex < 0 || leafIndex >= leaves.length)
    throw new RangeError(`no leaf ${leafIndex} in a tree of ${leaves.length}`);
  const path: Uint8Array[] = [];
  let level = leaves;
  for (let index = leafIndex; level.length > 1; index = Math.floor(index / 2)) {
    const sibling = level[index % 2 === 1 ? index - 1 : index + 1];
    if (sibling !== undefined) path.push(sibling);
    level = parents(hash, level);
  }
  return { leafIndex, treeSize: leaves.length, path };
}

/**
 * The same from stored subtrees: no tree is in memory. @throws RangeError when there is no such leaf.
 */
export async function readInclusion(
  hash: Hash,
  { leafIndex, treeSize }: Omit<InclusionProof, 'path'>,
  read: SubtreeReader,
): Promise<InclusionProof> {
  if (!Number.isSafeInteger(leafIndex) || !Number.isSafeInteger(treeSize) || leafIndex < 0 || leafIndex >= treeSize)
    throw new RangeError(`no leaf ${leafIndex} in a tree of ${treeSize}`);
  return { leafIndex, treeSize, path: await readRanges(hash, siblingRanges(leafIndex, treeSize), read) };
}

/** From the leaf up. */
function siblingRanges(leafIndex: number, treeSize: number): LeafRange[] {
  const ranges: LeafRange[] = [];
  let [start, end] = [0, treeSize];
  while (end - start > 1) {
    const middle = start + splitOf(end - start);
    ranges.push(leafIndex < middle ? { start: middle, end } : { start, end: middle });
    if (leafIndex < middle) end = middle;
    else start = middle;
  }
  return ranges.reverse();
}

/** RFC 9162 2.1.3.2: true when the proof leads from this leaf hash to this root. */
export function verifyInclusion(
  hash: Hash,
  proof: InclusionProof,
  claim: { readonly leaf: Uint8Array; readonly root: Uint8Array },
): boolean {
  if (!Number.isInteger(proof.leafIndex) || proof.leafIndex < 0 || proof.leafIndex >= proof.treeSize) return false;
  let node = proof.leafIndex;
  let last = proof.treeSize - 1;
  let computed = claim.leaf;
  for (const sibling of proof.path) {
    if (last === 0) return false;
    if (node % 2 === 1 || node === last) {
      computed = nodeHash(hash, sibling, computed);
      // On the right edge a subtree without a sibling moves up unhashed.
      while (node % 2 === 0 && node !== 0) [node, last] = [half(node), half(last)];
    } else {
      computed = nodeHash(hash, computed, sibling);
    }
    [node, last] = [half(node), half(last)];
  }
  return last === 0 && equalBytes(computed, claim.root);
}

function parents(hash: Hash, level: readonly Uint8Array[]): Uint8Array[] {
  const above: Uint8Array[] = [];
  for (let index = 0; index < level.length; index += 2) {
    const [left, right] = level.slice(index, index + 2);
    if (left !== undefined) above.push(right === undefined ? left : nodeHash(hash, left, right));
  }
  return above;
}

function half(value: number): number {
  return Math.floor(value / 2);
}
