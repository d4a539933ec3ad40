import { canonicalBytes } from './canonical-bytes.js';
import { toHex, type Hash } from './hash.js';

/** One change of a cluster's log, as it is stored. */
export interface Change {
  readonly position: bigint;
  /** What happened to the object; the words are the log's (create, replace, patch, bind, evict, delete). */
  readonly op: string;
  readonly apiVersion: string;
  readonly kind: string;
  /** Null for objects that live in no namespace. */
  readonly namespace: string | null;
  readonly name: string;
  readonly uid: string;
  /** The stored canonical bytes of the object or patch; null where a change has none. */
  readonly body: Uint8Array | null;
  /** The stored canonical bytes of what admission made of the object; absent or null where it made nothing. */
  readonly admission?: Uint8Array | null;
  /** The time of the cluster, RFC 3339 UTC, hashed as this text; absent or null in a cluster without a clock. */
  readonly clusterAt?: string | null;
  /** Canonical JSON, hashed as this text: what made the change, and why; absent or null where that is a request. */
  readonly cause?: string | null;
}

/**
 * What is hashed of a change: its columns, in which the body, and what admission made of it, stand as their hashes.
 * Which version it is follows from whether it has a time of its cluster or a cause, and from what admission made.
 */
export function changeEnvelope(hash: Hash, change: Change): object {
  const { clusterAt = null, cause = null } = change;
  return clusterAt === null && cause === null ? untimedEnvelope(hash, change) : timedEnvelope(hash, change);
}

function timedEnvelope(hash: Hash, change: Change): object {
  const { admission, body, cause, clusterAt } = change;
  return {
    admissionHash: admission ? toHex(hash(admission)) : null,
    apiVersion: change.apiVersion,
    bodyHash: body === null ? null : toHex(hash(body)),
    cause: cause ?? null,
    clusterAt: clusterAt ?? null,
    kind: change.kind,
    name: change.name,
    namespace: change.namespace,
    op: change.op,
    position: String(change.position),
    type: 'berth.change/3',
    uid: change.uid,
  };
}

function untimedEnvelope(hash: Hash, change: Change): object {
  const { body, admission } = change;
  return {
    ...(admission && { admissionHash: toHex(hash(admission)) }),
    apiVersion: change.apiVersion,
    bodyHash: body === null ? null : toHex(hash(body)),
    kind: change.kind,
    name: change.name,
    namespace: change.namespace,
    op: change.op,
    position: String(change.position),
    type: admission ? 'berth.change/2' : 'berth.change/1',
    uid: change.uid,
  };
}

/**
 * The Merkle tree entry of a change: canonical JSON of its envelope, in which the body stands as its hash. So an entry
 * can be proved to a reader who may not see the body, and a stored body is hashed as the bytes it is, never parsed
 * again. `bytesOf` is `passingBytes` for who adds it to a tree at once.
 */
export function changeLeaf(
  hash: Hash,
  change: Change,
  bytesOf: (envelope: object) => Uint8Array = canonicalBytes,
): Uint8Array {
  return bytesOf(changeEnvelope(hash, change));
}
