import { canonicalBytes } from './canonical-bytes.js';
import { concatBytes, toHex, type Hash } from './hash.js';

/** One committed write transaction of a cluster, without its own hash. */
export interface Revision {
  /** The cluster's id. */
  readonly cluster: string;
  /** 1 for the first of a cluster, then one more each. */
  readonly revision: bigint;
  /** Position of its first change; where it has none, the position the next change will take. */
  readonly firstPosition: bigint;
  /** Number of changes. */
  readonly count: number;
  /** RFC 3339 UTC; hashed as this text, so it must be stored with the precision it has here. */
  readonly at: string;
  readonly actor: string;
  readonly principal: string | null;
  readonly requestId: string | null;
  readonly client: string | null;
  readonly reason: string | null;
  /** Merkle root over the leaves of its changes by position, then of its decisions by run and ordinal. */
  readonly leafRoot: Uint8Array;
  /** Hash of the revision before it; `genesisHash` for the first. */
  readonly prevHash: Uint8Array;
  /** The time of the cluster at its end, RFC 3339 UTC; absent or null in a cluster without a clock. */
  readonly clusterAt?: string | null;
}

/** A revision as it is stored. */
export interface SealedRevision extends Revision {
  readonly hash: Uint8Array;
}

/** What the first revision of a cluster follows: 32 zero bytes. */
export const genesisHash: Uint8Array = new Uint8Array(32);

// 0x00 and 0x01 are taken by RFC 9162's leaves and nodes.
const revisionPrefix = Uint8Array.of(0x02);

/** What is hashed of a revision: hashes in it as hexadecimal, 64-bit integers as decimal text. */
export function revisionEnvelope(revision: Revision): object {
  const { clusterAt = null } = revision;
  return {
    actor: revision.actor,
    at: revision.at,
    client: revision.client,
    cluster: revision.cluster,
    ...(clusterAt !== null && { clusterAt }),
    count: revision.count,
    firstPosition: String(revision.firstPosition),
    leafRoot: toHex(revision.leafRoot),
    prevHash: toHex(revision.prevHash),
    principal: revision.principal,
    reason: revision.reason,
    requestId: revision.requestId,
    revision: String(revision.revision),
    type: clusterAt === null ? 'berth.revision/1' : 'berth.revision/2',
  };
}

/** The link of the chain: `HASH(0x02 || canonical JSON of the revision's envelope)`. */
export function revisionHash(hash: Hash, revision: Revision): Uint8Array {
  return hash(concatBytes(revisionPrefix, canonicalBytes(revisionEnvelope(revision))));
}

/** The revision together with its hash, ready to be stored. */
export function sealRevision(hash: Hash, revision: Revision): SealedRevision {
  return { ...revision, hash: revisionHash(hash, revision) };
}
