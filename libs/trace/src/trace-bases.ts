import type { Evidence } from '#scheduler';
import { readBaseEvidence } from './chunk/index.js';
import type { Hash } from './handed-in.js';
import type { PartRows } from './part-rows.js';

/**
 * One decision of a class, whole, as small parts refer to it instead of repeating it. Stored once under its digest,
 * compressed and sealed like a chunk.
 */
export interface TraceBase {
  /** The plain hash of `payload`. */
  readonly digest: Uint8Array;
  /** Uncompressed. */
  readonly payload: Uint8Array;
}

/** A base that a chunk is the first to refer to. */
export interface NewTraceBase extends TraceBase {
  readonly classKey: string;
}

/** A base of these bytes. */
export function makeBase(hash: Hash, payload: Uint8Array): TraceBase {
  return { digest: hash(payload), payload };
}

const defaultRoom = 2 ** 23;

/**
 * So many bases are kept as they were read: of 5,000 nodes, each takes a quarter of a MiB, and a fifth of the time of
 * a part of one pod to read.
 */
const READ = 16;

/**
 * The last base of each class, for parts to come: those used longest ago go when there are more than so many bytes. A
 * base belongs in here once it is committed, because what is in here is not stored again.
 */
export class TraceBases {
  readonly #bases = new Map<string, TraceBase>();
  readonly #read = new Map<TraceBase, { readonly rows: PartRows; readonly evidence: Evidence | null }>();
  #bytes = 0;

  constructor(private readonly room: number = defaultRoom) {}

  /** Bytes that they take, roughly. */
  get bytes(): number {
    let read = 0;
    for (const { evidence } of this.#read.values()) {
      for (const { values } of [...(evidence?.verdicts ?? []), ...(evidence?.scores ?? [])]) read += values.byteLength;
    }
    return this.#bytes + read;
  }

  find(classKey: string): TraceBase | undefined {
    const found = this.#bases.get(classKey);
    if (found === undefined) return undefined;
    // Maps keep the order of insertion: the first one is the one used longest ago.
    this.#bases.delete(classKey);
    this.#bases.set(classKey, found);
    return found;
  }

  /**
   * The evidence of one of these bases, not to be written to; null when it is about other rows.
   * @throws TraceFormatError when it cannot be read
   */
  evidenceOf(base: TraceBase, rows: PartRows): Evidence | null {
    const before = this.#read.get(base);
    const known =
      before !== undefined && before.rows.nodeSet === rows.nodeSet && before.rows.nodeCount === rows.nodeCount;
    const read = known
      ? before
      : { rows: { nodeSet: rows.nodeSet, nodeCount: rows.nodeCount }, evidence: readBaseEvidence(base.payload, rows) };
    this.#read.delete(base);
    this.#read.set(base, read);
    const [oldest] = this.#read.keys();
    if (this.#read.size > READ && oldest !== undefined) this.#read.delete(oldest);
    return read.evidence;
  }

  keep({ classKey, digest, payload }: NewTraceBase): void {
    this.#drop(classKey);
    this.#bases.set(classKey, { digest, payload });
    this.#bytes += payload.length;
    for (const [oldest] of this.#bases) {
      if (this.#bytes <= this.room) return;
      this.#drop(oldest);
    }
  }

  #drop(classKey: string): void {
    const base = this.#bases.get(classKey);
    if (base === undefined) return;
    this.#bytes -= base.payload.length;
    this.#bases.delete(classKey);
    this.#read.delete(base);
  }
}
