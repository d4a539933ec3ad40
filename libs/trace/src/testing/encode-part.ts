import { openChunk, sealedChunk, type TraceChunk } from '../chunk/index.js';
import type { Compressor } from '../handed-in.js';
import type { NewTraceBase } from '../trace-bases.js';
import {
  createTraceEncoder,
  type EncodedTrace,
  type SealedChunk,
  type TracedAttempt,
  type TraceEncoderOptions,
} from '../trace-encoder.js';
import type { Trace } from '../trace.js';
import { sha256, uncompressed } from './handed-in.js';

/** A node set's address, when it does not matter which. */
export const someNodeSet: Uint8Array = sha256(Uint8Array.of(1, 2, 3));

/** A part as it would be stored, and read back. */
export interface EncodedPart {
  readonly digests: readonly string[];
  readonly encoded: readonly EncodedTrace[];
  readonly chunks: readonly SealedChunk[];
  /** As they are stored. */
  readonly bodies: readonly Uint8Array[];
  readonly bases: readonly NewTraceBase[];
  /** One for each attempt of which something is stored, read from the chunks. */
  readonly traces: readonly Trace[];
}

/** What a part is encoded with besides the encoder's own options. */
export interface PartOptions extends Partial<TraceEncoderOptions> {
  /** None by default. */
  readonly compressor?: Compressor;
  /** Bases that were stored before. */
  readonly stored?: readonly NewTraceBase[];
}

/** Encodes the attempts in order and reads all of them back. */
export function encodePart(
  attempts: readonly TracedAttempt[],
  { compressor = uncompressed, stored = [], ...options }: PartOptions = {},
): EncodedPart {
  const nodeCount = attempts[0]?.evidence.nodeCount ?? 0;
  const encoder = createTraceEncoder({ hash: sha256, nodeSet: someNodeSet, nodeCount, ...options });
  const encoded = attempts.map((attempt) => encoder.add(attempt));
  const chunks = [...encoded.map(({ sealed }) => sealed), encoder.finish()].filter((chunk) => chunk !== null);
  const bodies = chunks.map(({ payload }) => sealedChunk(compressor.compress(payload)));
  const bases = chunks.flatMap((chunk) => chunk.bases);
  const known = new Map(
    [...stored, ...bases].map(({ digest, payload }) => [hex(digest), sealedChunk(compressor.compress(payload))]),
  );
  const opened: readonly TraceChunk[] = bodies.map((body) => openChunk(body, compressor));
  const traces = encoded.flatMap(({ chunk, index }) => {
    if (chunk === null || index === null) return [];
    return opened[chunk]?.trace(index, (digest) => known.get(hex(digest))) ?? [];
  });
  return { digests: encoded.map(({ digest }) => hex(digest)), encoded, chunks, bodies, bases, traces };
}

export function hex(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('hex');
}
