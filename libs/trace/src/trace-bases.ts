import type { Hash } from './handed-in.js';

/** One decision of a class, whole, as small parts refer to it instead of repeating it. Stored once under its digest, compressed and sealed like a chunk. */
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
 * The last base of each class, for parts to come: those used longest ago go when there are more than so many bytes. A base belongs in
 * here once it is committed, because what is in here is not stored again.
 */
export class TraceBases {
  readonly #bases = new Map<string, TraceBase>();
  #bytes = 0;

  constructor(private readonly room: number = defaultRoom) {}

  /** Bytes that they take. */
  get bytes(): number {
    return this.#bytes;
  }

  find(classKey: string): TraceBase | undefined {
    const found = this.#bases.get(classKey);
    if (found === undefined) return undefined;
    // Maps keep the order of insertion: the first one is the one used longest ago.
    this.#bases.delete(classKey);
    this.#bases.set(classKey, found);
    return found;
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
    this.#bytes -= this.#bases.get(classKey)?.payload.length ?? 0;
    this.#bases.delete(classKey);
  }
}
