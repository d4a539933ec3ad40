import type { Hash } from './hash.js';
import { rootOf, type Subtree } from './merkle-root.js';

/**
 * Answers the hashes of complete subtrees, in the order asked for. Everything that one proof needs is asked
 * for at once, so that a store can read it with few queries; the hash of level 0 is a leaf's. (As the
 * HashReader of Go's sumdb/tlog.)
 */
export type SubtreeReader = (subtrees: readonly Subtree[]) => Promise<readonly Uint8Array[]>;

/** Leaves from `start` to before `end`. */
export interface LeafRange {
  readonly start: number;
  readonly end: number;
}

/**
 * The RFC 9162 MTH over each of these ranges: ranges as proofs have them, which start where a
 * tree of their size may start.
 */
export async function readRanges(hash: Hash, ranges: readonly LeafRange[], read: SubtreeReader): Promise<Uint8Array[]> {
  const parts = ranges.map(subtreesOf);
  const hashes = await read(parts.flat());
  let next = 0;
  return parts.map(({ length }) => rootOf(hash, hashes.slice(next, (next += length))));
}

/** The complete subtrees that make up a range, largest first. */
export function subtreesOf({ start, end }: LeafRange): Subtree[] {
  const found: Subtree[] = [];
  for (let at = start; at < end;) {
    let level = 0;
    while (2 ** (level + 1) <= end - at) level++;
    found.push({ level, index: at / 2 ** level });
    at += 2 ** level;
  }
  return found;
}

/** The largest power of two below a size: where RFC 9162 splits a tree. */
export function splitOf(size: number): number {
  let split = 1;
  while (split * 2 < size) split *= 2;
  return split;
}
