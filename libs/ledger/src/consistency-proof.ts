import { equalBytes, type Hash } from './hash.js';
import { readRanges, splitOf, type LeafRange, type SubtreeReader } from './merkle-reader.js';
import { nodeHash } from './merkle-root.js';

/** That a tree is another one, grown: hashes from which both roots follow (RFC 9162 2.1.4). */
export interface ConsistencyProof {
  /** Size of the smaller tree. */
  readonly from: number;
  /** Size of the grown one. */
  readonly to: number;
  readonly path: readonly Uint8Array[];
}

/**
 * RFC 9162 2.1.4.1: that the tree of `to` leaves starts with that of `from`. From no leaves, and to itself, a tree
 * grows without a proof: the path is empty.
 * @throws RangeError when the first is larger than the second
 */
export async function proveConsistency(
  hash: Hash,
  { from, to }: { readonly from: number; readonly to: number },
  read: SubtreeReader,
): Promise<ConsistencyProof> {
  if (!Number.isSafeInteger(from) || !Number.isSafeInteger(to) || from < 0 || from > to)
    throw new RangeError(`a tree of ${from} does not grow to ${to}`);
  return { from, to, path: await readRanges(hash, consistencyRanges(from, to), read) };
}

function consistencyRanges(from: number, to: number): LeafRange[] {
  const ranges: LeafRange[] = [];
  if (from === 0 || from === to) return ranges;
  // Down to where the smaller tree ends; what it is known by as a whole is not said again.
  let [start, end, whole] = [0, to, true];
  while (from < end) {
    const middle = start + splitOf(end - start);
    if (from <= middle) {
      ranges.push({ start: middle, end });
      end = middle;
    } else {
      ranges.push({ start, end: middle });
      start = middle;
      whole = false;
    }
  }
  if (!whole) ranges.push({ start, end });
  return ranges.reverse();
}

/** RFC 9162 2.1.4.2: true when the proof leads to both roots. */
export function verifyConsistency(
  hash: Hash,
  proof: ConsistencyProof,
  roots: { readonly from: Uint8Array; readonly to: Uint8Array },
): boolean {
  const { from, to } = proof;
  if (!Number.isSafeInteger(from) || !Number.isSafeInteger(to) || from < 0 || from > to) return false;
  if (from === to) return proof.path.length === 0 && equalBytes(roots.from, roots.to);
  if (from === 0) return proof.path.length === 0 && equalBytes(roots.from, hash(new Uint8Array(0)));
  return leadsToBoth(hash, proof, roots);
}

function leadsToBoth(
  hash: Hash,
  { from, to, path }: ConsistencyProof,
  roots: { readonly from: Uint8Array; readonly to: Uint8Array },
): boolean {
  let [node, last] = [from - 1, to - 1];
  while (node % 2 === 1) [node, last] = [half(node), half(last)];
  // A smaller tree that is complete stands in the grown one as it is.
  const hashes = node === 0 ? [roots.from, ...path] : path;
  let [old, grown] = [hashes[0], hashes[0]];
  if (old === undefined || grown === undefined) return false;
  for (const sibling of hashes.slice(1)) {
    if (last === 0) return false;
    if (node % 2 === 1 || node === last) {
      old = nodeHash(hash, sibling, old);
      grown = nodeHash(hash, sibling, grown);
      while (node % 2 === 0 && node !== 0) [node, last] = [half(node), half(last)];
    } else {
      grown = nodeHash(hash, grown, sibling);
    }
    [node, last] = [half(node), half(last)];
  }
  return last === 0 && equalBytes(old, roots.from) && equalBytes(grown, roots.to);
}

function half(value: number): number {
  return Math.floor(value / 2);
}
