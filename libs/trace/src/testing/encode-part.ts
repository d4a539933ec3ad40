import { openChunk } from '../chunk/index.js';
import type { Compressor } from '../handed-in.js';
import { createTraceEncoder, type SealedChunk, type TracedAttempt, type TraceEncoderOptions } from '../trace-encoder.js';
import type { Trace } from '../trace.js';
import { brotli, sha256 } from './handed-in.js';

/** A node set's address, when it does not matter which. */
export const someNodeSet: Uint8Array = sha256(Uint8Array.of(1, 2, 3));

/** A part as it would be stored, and read back. */
export interface EncodedPart {
  readonly digests: readonly string[];
  readonly chunks: readonly SealedChunk[];
  /** One for each attempt, read from the chunks. */
  readonly traces: readonly Trace[];
}

/** Encodes the attempts in order and reads all of them back. */
export function encodePart(attempts: readonly TracedAttempt[], options: Partial<TraceEncoderOptions> = {}, compressor: Compressor = brotli): EncodedPart {
  const nodeCount = attempts[0]?.evidence.nodeCount ?? 0;
  const encoder = createTraceEncoder({ hash: sha256, compress: compressor.compress, nodeSet: someNodeSet, nodeCount, ...options });
  const encoded = attempts.map((attempt) => encoder.add(attempt));
  const chunks = [...encoded.map(({ sealed }) => sealed), encoder.finish()].filter((chunk) => chunk !== null);
  const opened = chunks.map(({ bytes }) => openChunk(bytes, compressor));
  const traces = encoded.flatMap(({ chunk, index }) => opened[chunk]?.trace(index) ?? []);
  return { digests: encoded.map(({ digest }) => Buffer.from(digest).toString('hex')), chunks, traces };
}
