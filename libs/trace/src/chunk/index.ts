export { openChunk, readTrace, sealedChunk, storedBaseDigest } from './open-chunk.js';
export type { BaseOf, TraceChunk } from './trace-chunk.js';
export { ChunkWriter, readBaseEvidence, type ChunkDifference } from './version-2/index.js';
