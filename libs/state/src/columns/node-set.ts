import { encodeNodeSet, nodeSetDigest, type NodeSetEntry } from '#trace';
import { sha256 } from '#requests';

/** What the rows of a part's traces stand for, as it is stored. */
export interface NodeSet {
  readonly digest: Uint8Array;
  readonly body: Uint8Array;
  /** It is known to be stored: a transaction that wrote it has committed. */
  stored?: boolean;
}

/** Of nodes that are in memory; they are another array when they change. */
const made = new WeakMap<readonly NodeSetEntry[], NodeSet>();

/** The node set of these nodes, made once: with 5,000 nodes that takes longer than to decide a pod. */
export function nodeSetOf(nodes: readonly NodeSetEntry[]): NodeSet {
  const known = made.get(nodes);
  if (known !== undefined) return known;
  const body = encodeNodeSet(nodes);
  const nodeSet = { digest: nodeSetDigest(sha256, body), body };
  made.set(nodes, nodeSet);
  return nodeSet;
}
