import { TraceFormatError } from './bytes/index.js';
import type { Hash } from './handed-in.js';

declare const TextEncoder: new () => { encode(text: string): Uint8Array };
declare const TextDecoder: new (label: 'utf-8', options: { fatal: true }) => { decode(bytes: Uint8Array): string };

/** What the rows of a trace stand for: row i is the i-th node. */
export interface NodeSetEntry {
  readonly name: string;
  readonly uid: string;
}

/**
 * The bytes of a node set: the RFC 8785 form of `[{"name", "uid"}, ...]` in row order, as UTF-8. Stored once under
 * their hash, however many chunks refer to them.
 */
export function encodeNodeSet(nodes: readonly NodeSetEntry[]): Uint8Array {
  // For well-formed texts and members written in this order JSON.stringify is RFC 8785.
  return new TextEncoder().encode(JSON.stringify(nodes.map(({ name, uid }) => ({ name, uid }))));
}

/** The content address of a node set: the plain hash of its bytes. */
export function nodeSetDigest(hash: Hash, bytes: Uint8Array): Uint8Array {
  return hash(bytes);
}

/** The nodes in row order. @throws TraceFormatError when the bytes are no node set. */
export function decodeNodeSet(bytes: Uint8Array): readonly NodeSetEntry[] {
  const nodes = parse(bytes);
  if (!Array.isArray(nodes) || !nodes.every(isEntry)) throw new TraceFormatError('a node set is a list of {name, uid}');
  return nodes;
}

function parse(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    // Neither a fatal decoder nor the parser fails for any other reason.
    throw new TraceFormatError('a node set is JSON in UTF-8');
  }
}

function isEntry(value: unknown): value is NodeSetEntry {
  return (
    typeof value === 'object' &&
    value !== null &&
    'name' in value &&
    typeof value.name === 'string' &&
    'uid' in value &&
    typeof value.uid === 'string'
  );
}
