import { TraceFormatError } from './bytes/index.js';
import { openChunk, type BaseOf, type ChunkHead } from './chunk/index.js';
import type { Compressor, Hash } from './handed-in.js';
import { createTraceEncoder, type TraceEncoder } from './trace-encoder.js';
import { traceEvidence } from './trace-evidence.js';

/** What a stored decision's evidence comes to. */
export interface StoredDigest {
  /** Place of its chunk among the part's, from 0. */
  readonly chunk: number;
  /** Its place in the chunk. */
  readonly index: number;
  /**
   * As an encoder computes it; null where the evidence is not there to compute it from: a trace that was kept in
   * part, or one of version 1.
   */
  readonly digest: Uint8Array | null;
}

/** What the functions of this library are handed, and the bases that the chunks name. */
export interface StoredDigestsOptions extends Pick<Compressor, 'decompress'> {
  readonly hash: Hash;
  readonly baseOf?: BaseOf;
}

/** A stored chunk, and what it says of itself. */
export interface HeadedChunk {
  readonly body: Uint8Array;
  readonly head: ChunkHead;
}

/**
 * The digests of a part's decisions, from its stored chunks alone: all of them, in their order. One chunk is
 * uncompressed at a time; the heads of all say when the columns of a class can be let go.
 * @throws TraceFormatError when a chunk cannot be read, or is about other nodes than the first.
 * @throws RangeError for evidence that no engine wrote
 */
export function* storedDigests(
  chunks: readonly HeadedChunk[],
  { hash, decompress, baseOf }: StoredDigestsOptions,
): Iterable<StoredDigest> {
  const [first] = chunks;
  if (first === undefined) return;
  const { nodeSet, nodeCount } = first.head;
  const expected = new Map<string, number>();
  for (const { head } of chunks) {
    checkRows(head, first.head);
    for (const key of head.classes.map(String)) expected.set(key, (expected.get(key) ?? 0) + 1);
  }
  let encoder: TraceEncoder | undefined;
  for (const [number, { body }] of chunks.entries()) {
    const chunk = openChunk(body, { decompress });
    let index = 0;
    for (const trace of chunk.traces(baseOf)) {
      const place = { chunk: number, index: index++ };
      if (trace.partial || chunk.version === 1) yield { ...place, digest: null };
      else {
        encoder ??= createTraceEncoder({ hash, nodeSet, nodeCount, expected, keep: { nodes: 0 } });
        yield {
          ...place,
          digest: encoder.add({ evidence: traceEvidence(trace), classKey: String(trace.classIndex) }).digest,
        };
      }
    }
  }
}

function checkRows(chunk: ChunkHead, first: ChunkHead): void {
  if (chunk.nodeCount !== first.nodeCount || chunk.nodeSet.some((byte, at) => byte !== first.nodeSet[at]))
    throw new TraceFormatError('chunks of one part are about different nodes');
}
