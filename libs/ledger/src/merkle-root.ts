import type { Hash } from './hash.js';

// RFC 9162 2.1.1: the prefixes keep a leaf from ever being read as a node.
const leafPrefix = 0x00;
const nodePrefix = 0x01;
const nothing = new Uint8Array(0);

/**
 * What is hashed is put together here: an array for each of the 60,000 hashes of a part of 10,000 decisions
 * cost more than the hashing.
 */
let scratch = new Uint8Array(1024);

/** RFC 9162 2.1.1: the hash of one entry, `HASH(0x00 || entry)`. */
export function leafHash(hash: Hash, entry: Uint8Array): Uint8Array {
  return hash(prefixed(leafPrefix, entry, nothing));
}

/** RFC 9162 2.1.1: the hash over two subtrees, `HASH(0x01 || left || right)`. */
export function nodeHash(hash: Hash, left: Uint8Array, right: Uint8Array): Uint8Array {
  return hash(prefixed(nodePrefix, left, right));
}

/** Valid until the next call. */
function prefixed(prefix: number, first: Uint8Array, second: Uint8Array): Uint8Array {
  const length = 1 + first.length + second.length;
  if (length > scratch.length) scratch = new Uint8Array(2 * length);
  scratch[0] = prefix;
  scratch.set(first, 1);
  scratch.set(second, 1 + first.length);
  return scratch.subarray(0, length);
}

/**
 * A tree head as it can be stored and grown on: RFC 9162's MTH of the complete subtrees, one for each 1
 * bit of `size`, largest first.
 */
export interface MerkleFrontier {
  readonly size: number;
  readonly subtrees: readonly Uint8Array[];
}

/** A complete subtree: the leaves from `index * 2^level` on, 2^level of them. */
export interface Subtree {
  readonly level: number;
  readonly index: number;
}

/** How a tree head starts, and what it tells. */
export interface MerkleGrowth {
  /** Where it goes on from. @throws RangeError when it has not one hash for each 1 bit of its size */
  readonly from?: MerkleFrontier;
  /** Called with every subtree above the leaves that an entry completes, smallest first: what proofs read later. */
  readonly completed?: (subtree: Subtree, hash: Uint8Array) => void;
}

/** A Merkle tree head that grows entry by entry and keeps at most log2(size) hashes: no entry is held. */
export interface MerkleRoot {
  /** Appends one entry, given as its bytes, and answers its leaf hash (keep these to prove inclusion later). */
  add(entry: Uint8Array): Uint8Array;
  /** Appends one entry of which only the leaf hash is at hand. */
  addLeafHash(leaf: Uint8Array): void;
  /** Entries so far. */
  size(): number;
  /** The RFC 9162 Merkle Tree Hash of the entries so far; of none, the hash of the empty string. */
  root(): Uint8Array;
  /** What a tree head needs to go on from here. */
  frontier(): MerkleFrontier;
}

const HASH_BYTES = 32;

/**
 * A frontier as it is stored: its subtrees one after the other. Bytes that are too many, or too few, make a subtree
 * more, which no tree of that size has.
 */
export function frontierOf(bytes: Uint8Array, size: number): MerkleFrontier {
  const subtrees = Array.from({ length: Math.ceil(bytes.length / HASH_BYTES) }, (_, index) =>
    bytes.subarray(index * HASH_BYTES, (index + 1) * HASH_BYTES),
  );
  return { size, subtrees };
}

/** A tree head: empty, or one that goes on. */
export function createMerkleRoot(
  hash: Hash,
  { from = { size: 0, subtrees: [] }, completed }: MerkleGrowth = {},
): MerkleRoot {
  if (from.subtrees.length !== ones(from.size))
    throw new RangeError(`a tree of ${from.size} has not ${from.subtrees.length} complete subtrees`);
  // Roots of the complete subtrees, largest first: one for each 1 bit of `count`.
  const subtrees: Uint8Array[] = [...from.subtrees];
  let count = from.size;

  function addLeafHash(leaf: Uint8Array): void {
    let subtree = leaf;
    let level = 0;
    for (let full = count; full % 2 === 1; full = Math.floor(full / 2)) {
      subtree = nodeHash(hash, subtrees.pop() ?? subtree, subtree);
      level++;
      completed?.({ level, index: Math.floor(full / 2) }, subtree);
    }
    subtrees.push(subtree);
    count++;
  }

  return {
    addLeafHash,
    add(entry) {
      const leaf = leafHash(hash, entry);
      addLeafHash(leaf);
      return leaf;
    },
    size: () => count,
    root: () => rootOf(hash, subtrees),
    frontier: () => ({ size: count, subtrees: [...subtrees] }),
  };
}

/** The hash over adjoining complete subtrees, largest first; of none, the hash of the empty string. */
export function rootOf(hash: Hash, subtrees: readonly Uint8Array[]): Uint8Array {
  return subtrees.length === 0 ? hash(nothing) : subtrees.reduceRight((right, left) => nodeHash(hash, left, right));
}

function ones(size: number): number {
  let count = 0;
  for (let rest = size; rest > 0; rest = Math.floor(rest / 2)) count += rest % 2;
  return count;
}
