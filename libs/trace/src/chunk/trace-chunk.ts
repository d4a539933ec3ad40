import type { Trace } from '../trace.js';

/** A stored base that a chunk names by its digest; undefined when there is none. */
export type BaseOf = (digest: Uint8Array) => Uint8Array | undefined;

/** What a chunk says of itself. */
export interface ChunkHead {
  /** Of the form that it is written in. */
  readonly version: number;
  /** Content address of the node set. */
  readonly nodeSet: Uint8Array;
  readonly nodeCount: number;
  readonly count: number;
  /** Of each decision the number of its class within the part. */
  readonly classes: readonly number[];
  /** Digests of the bases that reading its decisions needs; mostly none. */
  readonly bases: readonly Uint8Array[];
}

/** The decisions of one chunk. */
export interface TraceChunk extends ChunkHead {
  /**
   * The decision at this place of the chunk.
   * @throws RangeError when there is none.
   * @throws TraceFormatError when its base is not handed in.
   */
  trace(index: number, baseOf?: BaseOf): Trace;
  /**
   * All decisions in their order, each valid until the next is asked for. One after the other they are read in the time
   * of what changed, where `trace` begins at the class's frame each time.
   * @throws like `trace`
   */
  traces(baseOf?: BaseOf): Iterable<Trace>;
}
