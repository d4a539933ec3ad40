import { InexactValueError } from './canonical-bytes.js';
import { equalBytes, type Hash } from './hash.js';
import { genesisHash, revisionHash, type SealedRevision } from './revision-hash.js';

/** What a revision must follow. The first of a cluster follows revision 0 at position 1 with `genesisHash`. */
export interface ChainHead {
  /** Empty where it is not known: the first revision says it. */
  readonly cluster: string;
  readonly revision: bigint;
  readonly nextPosition: bigint;
  readonly hash: Uint8Array;
}

/** The first place where a chain does not hold. */
export interface ChainBreak {
  /** The number the chain expected there: a revision that is missing or altered may itself carry any. */
  readonly revision: bigint;
  /**
   * Which statement failed: the revision's number, its cluster, its positions, its link, its
   * own hash, or what it holds.
   */
  readonly why: 'cluster' | 'revision' | 'firstPosition' | 'prevHash' | 'hash' | 'leafRoot';
  readonly message: string;
}

/** Follows a chain revision by revision and keeps one head, however long the chain is. */
export interface ChainVerifier {
  /**
   * Null when the revision follows the ones before it. After a break the verifier stays broken and answers the same.
   */
  next(revision: SealedRevision): ChainBreak | null;
  /**
   * Where the chain stands after the last revision that held; compare it with what was noted
   * elsewhere to see a cut tail.
   */
  head(): ChainHead;
}

/** What to check against: `leafRoot` recomputes a revision's Merkle root from its stored changes and decisions. */
export interface ChainVerification {
  readonly hash: Hash;
  /** Without it the links are checked and the contents are not. */
  readonly leafRoot?: (revision: SealedRevision) => Uint8Array;
  /** A head known to hold, to continue from. By default the chain starts with its first revision at position 1. */
  readonly after?: ChainHead;
}

/** A verifier that stands before the first revision, or after a known head. */
export function createChainVerifier(verification: ChainVerification): ChainVerifier {
  let head: ChainHead = verification.after ?? { cluster: '', revision: 0n, nextPosition: 1n, hash: genesisHash };
  let found: ChainBreak | null = null;
  return {
    next(revision) {
      found ??= findBreak(revision, head, verification);
      if (found === null) head = headAfter(revision);
      return found;
    },
    head: () => head,
  };
}

/** The first break of a whole chain, or null: its revisions in order, read one at a time. */
export function verifyChain(revisions: Iterable<SealedRevision>, verification: ChainVerification): ChainBreak | null {
  const verifier = createChainVerifier(verification);
  for (const revision of revisions) {
    const found = verifier.next(revision);
    if (found !== null) return found;
  }
  return null;
}

function headAfter({ cluster, revision, firstPosition, count, hash }: SealedRevision): ChainHead {
  return { cluster, revision, nextPosition: firstPosition + BigInt(count), hash };
}

function findBreak(
  revision: SealedRevision,
  head: ChainHead,
  { hash, leafRoot }: ChainVerification,
): ChainBreak | null {
  const expected = head.revision + 1n;
  const broken = (why: ChainBreak['why'], message: string): ChainBreak => ({ revision: expected, why, message });
  if (revision.revision !== expected)
    return broken('revision', `found revision ${revision.revision} where ${expected} must stand`);
  if (head.cluster !== '' && revision.cluster !== head.cluster)
    return broken('cluster', `belongs to cluster ${revision.cluster}, not ${head.cluster}`);
  if (revision.firstPosition !== head.nextPosition)
    return broken('firstPosition', `begins at position ${revision.firstPosition} instead of ${head.nextPosition}`);
  if (!equalBytes(revision.prevHash, head.hash))
    return broken('prevHash', 'does not follow the hash of the revision before it');
  if (!matches(revision.hash, () => revisionHash(hash, revision))) return broken('hash', 'is not what was hashed');
  if (leafRoot !== undefined && !matches(revision.leafRoot, () => leafRoot(revision)))
    return broken('leafRoot', 'holds changes or decisions other than those hashed');
  return null;
}

// An altered text may be one that could never have been hashed (NUL): that is a break like any other.
function matches(expected: Uint8Array, compute: () => Uint8Array): boolean {
  try {
    return equalBytes(expected, compute());
  } catch (error) {
    if (error instanceof InexactValueError) return false;
    throw error;
  }
}
