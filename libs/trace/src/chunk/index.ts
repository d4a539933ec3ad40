export type { TraceChunk } from './chunk-reader.js';
export { ChunkWriter } from './chunk-writer.js';
export { openChunk, readTrace, sealChunk } from './open-chunk.js';
