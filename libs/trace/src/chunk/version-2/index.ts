export { readBaseEvidence, readChunk } from './chunk-reader.js';
export { ChunkWriter } from './chunk-writer.js';
export type { ChunkDifference } from './difference-writer.js';
