export { openChunk, readChunkHead, readTrace, sealedChunk, storedBaseDigest } from './open-chunk.js';
export type { BaseOf, ChunkHead, TraceChunk } from './trace-chunk.js';
export { ChunkWriter, readBaseEvidence, type ChunkDifference } from './version-2/index.js';
