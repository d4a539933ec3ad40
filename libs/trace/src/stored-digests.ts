import { TraceFormatError } from './bytes/index.js';
import { openChunk, type BaseOf, type TraceChunk } from './chunk/index.js';
import type { Compressor, Hash } from './handed-in.js';
import { createTraceEncoder, type TraceEncoder } from './trace-encoder.js';
import { traceEvidence } from './trace-evidence.js';

/** What a stored decision's evidence comes to. */
export interface StoredDigest {
  /** Place of its chunk among the part's, from 0. */
  readonly chunk: number;
  /** Its place in the chunk. */
  readonly index: number;
  /** As an encoder computes it; null where the evidence is not there to compute it from: a trace that was kept in part, or one of version 1. */
  readonly digest: Uint8Array | null;
}

/** What the functions of this library are handed, and the bases that the chunks name. */
export interface StoredDigestsOptions extends Pick<Compressor, 'decompress'> {
  readonly hash: Hash;
  readonly baseOf?: BaseOf;
}

/**
 * The digests of a part's decisions, from its stored chunks alone: all of them, in their order. One chunk is uncompressed at a time, each twice:
 * how many decisions a class has says when its columns can be let go.
 * @throws TraceFormatError when a chunk cannot be read, or is about other nodes than the first. @throws RangeError for evidence that no engine wrote
 */
export function* storedDigests(chunks: readonly Uint8Array[], { hash, decompress, baseOf }: StoredDigestsOptions): Iterable<StoredDigest> {
  const expected = new Map<string, number>();
  let encoder: TraceEncoder | undefined;
  let first: TraceChunk | undefined;
  for (const body of chunks) {
    const chunk = openChunk(body, { decompress });
    first ??= chunk;
    checkRows(chunk, first);
    for (const key of chunk.classes.map(String)) expected.set(key, (expected.get(key) ?? 0) + 1);
  }
  for (const [number, body] of chunks.entries()) {
    const chunk = openChunk(body, { decompress });
    let index = 0;
    for (const trace of chunk.traces(baseOf)) {
      const place = { chunk: number, index: index++ };
      if (trace.partial || chunk.version === 1) yield { ...place, digest: null };
      else {
        encoder ??= createTraceEncoder({ hash, nodeSet: chunk.nodeSet, nodeCount: chunk.nodeCount, expected, keep: { nodes: 0 } });
        yield { ...place, digest: encoder.add({ evidence: traceEvidence(trace), classKey: String(trace.classIndex) }).digest };
      }
    }
  }
}

function checkRows(chunk: TraceChunk, first: TraceChunk): void {
  if (chunk.nodeCount !== first.nodeCount || chunk.nodeSet.some((byte, at) => byte !== first.nodeSet[at])) throw new TraceFormatError('chunks of one part are about different nodes');
}
