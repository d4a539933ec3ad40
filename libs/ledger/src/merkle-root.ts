import type { Hash } from './hash.js';

// RFC 9162 2.1.1: the prefixes keep a leaf from ever being read as a node.
const leafPrefix = 0x00;
const nodePrefix = 0x01;
const nothing = new Uint8Array(0);

/** What is hashed is put together here: an array for each of the 60,000 hashes of a part of 10,000 decisions cost more than the hashing. */
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
}

/** An empty tree head. */
export function createMerkleRoot(hash: Hash): MerkleRoot {
  // Roots of the complete subtrees, largest first: one for each 1 bit of `count`.
  const subtrees: Uint8Array[] = [];
  let count = 0;

  function addLeafHash(leaf: Uint8Array): void {
    let subtree = leaf;
    for (let full = count; full % 2 === 1; full = Math.floor(full / 2)) subtree = nodeHash(hash, subtrees.pop() ?? subtree, subtree);
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
    root: () => (count === 0 ? hash(new Uint8Array(0)) : subtrees.reduceRight((right, left) => nodeHash(hash, left, right))),
  };
}
